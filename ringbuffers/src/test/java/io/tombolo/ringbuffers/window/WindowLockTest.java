/*
 * Copyright 2026 The Tombolo Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tombolo.ringbuffers.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of the lock of a window, on a file that each rank maps for itself. */
@Timeout(30)
class WindowLockTest {
    private static final int LENGTH = 4096;
    private static final int OWNER = 0;
    private static final int ID = 7;
    private static final String FILE = "window-0.1-7.dat";

    @TempDir
    Path directory;

    private final List<WindowFile> files = new ArrayList<>();
    private final BitSet dead = new BitSet();

    @AfterEach
    void unmap() {
        files.forEach(WindowFile::close);
    }

    private WindowLock[] locks(final int size, final int bypassLimit) throws IOException {
        final int[] incarnations = new int[size];
        for (int i = 0; i < size; i++) {
            incarnations[i] = i + 1;
        }
        final Path path = directory.resolve(FILE);
        files.add(WindowFile.create(path, OWNER, ID, LENGTH, bypassLimit, incarnations, MappedFile.WINDOW_SHIFT));
        final WindowLock[] locks = new WindowLock[size];
        for (int rank = 0; rank < size; rank++) {
            final WindowFile file = WindowFile.attach(path, OWNER, ID, size, false, MappedFile.WINDOW_SHIFT);
            files.add(file);
            locks[rank] = file.lock(rank);
        }
        return locks;
    }

    private LockReading reading() {
        return LockReading.of(files.get(0).header());
    }

    private boolean isDead(final int rank, final int incarnation) {
        assertThat(incarnation).isEqualTo(rank + 1);
        return dead.get(rank);
    }

    @ParameterizedTest
    @CsvSource({
        "SHARED, , true, SHARED", "SHARED, SHARED, true, SHARED", "SHARED, EXCLUSIVE, false, EXCLUSIVE",
        "EXCLUSIVE, , true, EXCLUSIVE", "EXCLUSIVE, EXCLUSIVE, false, EXCLUSIVE", "EXCLUSIVE, SHARED, false, SHARED"})
    void shouldGrantOrQueueAccordingToTheTable(final LockMode wanted, final LockMode current, final boolean granted, final LockMode after)
        throws IOException {
        final WindowLock[] locks = locks(3, 0);
        if (current != null) {
            assertThat(locks[1].request(current)).isTrue();
        }
        assertThat(reading().type()).isEqualTo(current);
        assertThat(locks[2].request(wanted)).isEqualTo(granted);
        assertThat(reading().type()).isEqualTo(after);
        assertThat(reading().waiters().size()).isEqualTo(granted ? 0 : 1);
    }

    @Test
    void shouldPassTheLockOnInTheOrderOfTheQueue() throws IOException {
        final WindowLock[] locks = locks(5, 0);
        assertThat(locks[0].request(LockMode.EXCLUSIVE)).isTrue();
        final LockMode[] wanted = {null, LockMode.SHARED, LockMode.EXCLUSIVE, LockMode.SHARED, LockMode.SHARED};
        for (int rank = 1; rank < 5; rank++) {
            assertThat(locks[rank].request(wanted[rank])).isFalse();
        }
        assertThat(reading().waiters()).extracting(LockReading.Waiter::rank).containsExactly(1, 2, 3, 4);
        assertThat(poll(locks)).isEmpty();
        assertThat(locks[0].release()).isEqualTo(1);
        assertThat(poll(locks)).containsExactly(1);
        assertThat(poll(locks)).isEmpty();
        assertThat(locks[1].release()).isEqualTo(2);
        assertThat(poll(locks)).containsExactly(2);
        assertThat(locks[2].release()).isEqualTo(3);
        assertThat(poll(locks)).containsExactly(3, 4);
        assertThat(locks[3].release()).isEqualTo(WindowLock.NOBODY);
        assertThat(locks[4].release()).isEqualTo(WindowLock.NOBODY);
        assertThat(locks[0].isFree()).isTrue();
    }

    /** Polls each waiting rank once, the last one first. Returns those that have got the lock. */
    private static List<Integer> poll(final WindowLock... locks) {
        final List<Integer> granted = new ArrayList<>();
        for (int rank = locks.length - 1; rank >= 0; rank--) {
            if (locks[rank].state().isWaiting() && locks[rank].poll()) {
                granted.add(0, rank);
            }
        }
        return granted;
    }

    @Test
    void shouldLetASharedWaiterPassOneThatIsStoppedButNotAnExclusiveOne() throws IOException {
        final WindowLock[] locks = locks(4, 0);
        locks[0].request(LockMode.EXCLUSIVE);
        locks[1].request(LockMode.SHARED);
        locks[2].request(LockMode.SHARED);
        locks[3].request(LockMode.EXCLUSIVE);
        locks[0].release();
        // Rank 1 does not poll.
        assertThat(locks[2].poll()).isTrue();
        assertThat(locks[3].poll()).isFalse();
        assertThat(reading().waiters()).extracting(LockReading.Waiter::type).containsExactly(LockMode.SHARED, null, LockMode.EXCLUSIVE);
        locks[2].release();
        assertThat(locks[3].poll()).isFalse();
        assertThat(locks[1].poll()).isTrue();
        assertThat(locks[3].poll()).isFalse();
        assertThat(locks[1].release()).isEqualTo(3);
        assertThat(locks[3].poll()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void shouldLetSharedLocksPassUpToTheLimit(final int limit) throws IOException {
        final WindowLock[] locks = locks(4, limit);
        locks[0].request(LockMode.SHARED);
        assertThat(locks[3].request(LockMode.EXCLUSIVE)).isFalse();
        for (int pass = 1; pass <= limit; pass++) {
            // Overlapping, so that there is a shared holder at any time: ranks 0, 1, 0, 1 ...
            assertThat(locks[pass % 2].request(LockMode.SHARED)).as("pass %s", pass).isTrue();
            assertThat(reading().bypasses()).isEqualTo(pass);
            locks[1 - pass % 2].release();
            assertThat(locks[3].poll()).isFalse();
        }
        assertThat(locks[2].request(LockMode.SHARED)).isFalse();
        locks[limit % 2].release();
        assertThat(locks[2].poll()).isFalse();
        assertThat(locks[3].poll()).isTrue();
        assertThat(reading().bypasses()).isZero();
        locks[3].release();
        assertThat(locks[2].poll()).isTrue();
    }

    @Test
    void shouldLetSharedLocksPassWithoutALimit() throws IOException {
        final WindowLock[] locks = locks(3, WindowLock.UNLIMITED);
        locks[0].request(LockMode.SHARED);
        assertThat(locks[2].request(LockMode.EXCLUSIVE)).isFalse();
        for (int pass = 1; pass <= 1000; pass++) {
            assertThat(locks[pass % 2].request(LockMode.SHARED)).isTrue();
            locks[1 - pass % 2].release();
        }
        assertThat(locks[2].poll()).isFalse();
    }

    @Test
    void shouldKeepThePlaceOfARankThatGaveUpUntilItIsSkipped() throws IOException {
        final WindowLock[] locks = locks(4, 0);
        locks[0].request(LockMode.EXCLUSIVE);
        for (int rank = 1; rank < 4; rank++) {
            locks[rank].request(LockMode.EXCLUSIVE);
        }
        locks[2].abandon();
        assertThat(locks[2].state()).isEqualTo(LockState.ABANDONED);
        assertThat(reading().waiters()).extracting(LockReading.Waiter::type).containsExactly(LockMode.EXCLUSIVE, null, LockMode.EXCLUSIVE);
        assertThat(locks[2].request(LockMode.SHARED)).isFalse();
        assertThat(reading().waiters()).extracting(LockReading.Waiter::rank).containsExactly(1, 2, 3);
        locks[1].abandon();
        assertThat(locks[0].release()).isEqualTo(2);
        assertThat(locks[3].poll()).isFalse();
        locks[2].abandon();
        assertThat(locks[2].next()).isEqualTo(3);
        assertThat(locks[3].poll()).isTrue();
        // The place of rank 2 is gone: it gets a new one.
        assertThat(locks[2].request(LockMode.EXCLUSIVE)).isFalse();
        assertThat(locks[1].request(LockMode.EXCLUSIVE)).isFalse();
        assertThat(locks[3].release()).isEqualTo(2);
    }

    @Test
    void shouldNotRunOutOfSlotsHoweverOftenRanksGiveUp() throws IOException {
        final WindowLock[] locks = locks(3, 0);
        locks[0].request(LockMode.EXCLUSIVE);
        for (int i = 0; i < 10_000; i++) {
            for (int rank = 1; rank < 3; rank++) {
                assertThat(locks[rank].request(i % 3 == rank ? LockMode.SHARED : LockMode.EXCLUSIVE)).isFalse();
                locks[rank].abandon();
            }
        }
        assertThat(locks[0].release()).isEqualTo(WindowLock.NOBODY);
        assertThat(locks[1].request(LockMode.EXCLUSIVE)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheHoldOfADeadRankAndTaintTheWindow(final LockMode hold) throws IOException {
        final WindowLock[] locks = locks(3, 0);
        locks[1].request(hold);
        assertThat(locks[2].request(LockMode.EXCLUSIVE)).isFalse();
        assertThat(locks[2].recover(this::isDead)).isFalse();
        assertThat(locks[2].poll()).isFalse();
        dead.set(1);
        assertThat(locks[0].recover(this::isDead)).isTrue();
        assertThat(locks[2].recover(this::isDead)).isFalse();
        assertThat(locks[2].poll()).isTrue();
        assertThat(locks[0].isTainted()).isTrue();
        assertThat(reading().taintedBy()).isEqualTo(1);
    }

    @Test
    void shouldSkipADeadWaiterWithoutTaintingTheWindow() throws IOException {
        final WindowLock[] locks = locks(4, 0);
        locks[0].request(LockMode.EXCLUSIVE);
        locks[1].request(LockMode.EXCLUSIVE);
        locks[2].request(LockMode.SHARED);
        locks[3].request(LockMode.EXCLUSIVE);
        dead.set(1, 3);
        assertThat(locks[3].recover(this::isDead)).isTrue();
        assertThat(locks[0].release()).isEqualTo(3);
        assertThat(locks[3].poll()).isTrue();
        assertThat(locks[3].isTainted()).isFalse();
    }

    @Test
    void shouldVisitTheRanksThatItWaitsFor() throws IOException {
        final WindowLock[] locks = locks(70, 0);
        locks[5].request(LockMode.SHARED);
        locks[69].request(LockMode.SHARED);
        locks[3].request(LockMode.EXCLUSIVE);
        locks[4].request(LockMode.EXCLUSIVE);
        final List<Integer> blockers = new ArrayList<>();
        locks[4].forEachBlocker(blockers::add);
        assertThat(blockers).containsExactly(5, 69, 3);
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheState() throws IOException {
        final WindowLock[] locks = locks(2, 0);
        assertThatThrownBy(locks[0]::release).isInstanceOf(IllegalStateException.class).hasMessageContaining("IDLE");
        locks[0].request(LockMode.SHARED);
        assertThatThrownBy(() -> locks[0].request(LockMode.SHARED))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("SHARED");
        assertThatThrownBy(() -> new WindowLock(files.get(0).header(), 2)).hasMessageContaining("rank=2");
    }

    @Test
    void shouldAttachOnlyThatWindow() throws IOException {
        locks(2, 0);
        final Path path = directory.resolve(FILE);
        assertThatThrownBy(() -> WindowFile.attach(path, 1, ID, 2, true, MappedFile.WINDOW_SHIFT)).hasMessageContaining("rank 1");
        assertThatThrownBy(() -> WindowFile.attach(path, OWNER, 8, 2, true, MappedFile.WINDOW_SHIFT)).hasMessageContaining("window 8");
        assertThatThrownBy(() -> WindowFile.attach(path, OWNER, ID, 3, true, MappedFile.WINDOW_SHIFT)).hasMessageContaining("job of 3");
        files.get(0).delete();
        assertThatThrownBy(() -> WindowFile.attach(path, OWNER, ID, 2, true, MappedFile.WINDOW_SHIFT)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, WindowLock.UNLIMITED})
    void shouldExcludeConflictingHoldsInRandomTraffic(final int limit) throws IOException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final int size = 2 + random.nextInt(5);
        final WindowLock[] locks = locks(size, limit);
        for (int step = 0; step < 50_000; step++) {
            final int rank = random.nextInt(size);
            final WindowLock lock = locks[rank];
            if (lock.state().isWaiting()) {
                if (!lock.poll() && random.nextInt(10) == 0) {
                    lock.abandon();
                }
            } else if (lock.state() == LockState.SHARED || lock.state() == LockState.EXCLUSIVE) {
                lock.release();
            } else {
                lock.request(random.nextBoolean() ? LockMode.SHARED : LockMode.EXCLUSIVE);
            }
            checkApart(seed, locks);
        }
        for (final WindowLock lock : locks) {
            lock.abandon();
            if (lock.state() == LockState.SHARED || lock.state() == LockState.EXCLUSIVE) {
                lock.release();
            }
        }
        assertThat(locks[0].isFree()).as("seed=%s", seed).isTrue();
    }

    private static void checkApart(final long seed, final WindowLock... locks) {
        int shared = 0;
        int exclusive = 0;
        for (final WindowLock lock : locks) {
            shared += lock.state() == LockState.SHARED ? 1 : 0;
            exclusive += lock.state() == LockState.EXCLUSIVE ? 1 : 0;
        }
        assertThat(exclusive == 0 || exclusive == 1 && shared == 0).as("seed=%s", seed).isTrue();
    }

    @Test
    void shouldSurviveDamagedWords() throws IOException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final WindowLock[] locks = locks(3, 2);
        for (int round = 0; round < 2_000; round++) {
            for (int word = 0; word < 6; word++) {
                files.get(0).header().putLong(WindowFileDescriptor.LOCK_OFFSET + word * Long.BYTES,
                    random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(9));
            }
            files.get(0).header().putLong(WindowFileDescriptor.queueOffset(3) + random.nextInt(8) * Long.BYTES, random.nextLong());
            final WindowLock lock = new WindowLock(files.get(1).header(), random.nextInt(3));
            lock.recover((rank, incarnation) -> random.nextBoolean());
            if (!lock.request(random.nextBoolean() ? LockMode.SHARED : LockMode.EXCLUSIVE)) {
                lock.poll();
                lock.abandon();
            }
            lock.forEachBlocker(rank -> assertThat(rank).as("seed=%s", seed).isBetween(0, 2));
            assertThat(lock.next()).isBetween(-1, 2);
            assertThat(reading().waiters().size()).isLessThanOrEqualTo(WindowFileDescriptor.queueCapacity(3));
        }
        assertThat(locks).hasSize(3);
    }
}
