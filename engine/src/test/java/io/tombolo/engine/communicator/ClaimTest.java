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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages that are written in place, in packets and regions that are lent and come back. They leave in the order of their commits.
 */
@Timeout(30)
public class ClaimTest {
    private static final int[] LENGTHS = {0, 1, 8, 48, 49, 1000, 4096, 4097, 8192, 8193, 65_536, 65_537, 1_000_001};

    private static void commit(final Communicator world, final int length, final int destination, final int tag, final long seed) {
        final Claim claim = new Claim();
        world.claim(length, destination, tag, claim);
        fill(claim, length, seed);
        claim.commit();
    }

    public static void fill(final Claim claim, final int length, final long seed) {
        assertThat(claim.length()).isEqualTo(length);
        assertThat(claim.buffer().capacity()).isEqualTo(length);
        Payloads.fill((UnsafeBuffer) claim.buffer(), 0, length, seed);
    }

    public static void receive(final LocalJob job, final int rank, final int length, final int tag, final long seed) {
        final UnsafeBuffer to = new UnsafeBuffer(new byte[length]);
        final Request receive = job.engine(rank).world().irecv(to, 0, length, 0, tag);
        while (!receive.test()) {
            TimeLimit.check();
            job.step();
        }
        assertThat(receive.status().length()).isEqualTo(length);
        Payloads.check(to, 0, length, seed);
    }

    private static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    private static long files(final LocalJob job) throws IOException {
        try (Stream<Path> files = Files.list(job.directory())) {
            return files.filter(file -> file.getFileName().toString().startsWith("heap-")).count();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,32", "1,32", "0,1"})
    void shouldSendEveryLengthFromLentMemory(final int ringKind, final int packets) throws IOException {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.PACKETS, packets))) {
            for (int round = 0; round < 20; round++) {
                for (final int length : LENGTHS) {
                    commit(job.engine(0).world(), length, 1, 3, length + round);
                    receive(job, 1, length, 3, length + round);
                }
            }
            assertThat(files(job)).as("regions are used again").isEqualTo(3);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.BYTES_STAGED)).isZero();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTakeItsPlaceAtTheCommit() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator zero = job.engine(0).world();
            final Claim early = new Claim();
            final Claim late = new Claim();
            assertThat(zero.tryClaim(100, 1, 1, late)).isTrue();
            assertThat(zero.tryClaim(10_000, 1, 1, early)).isTrue();
            fill(early, 10_000, 1);
            fill(late, 100, 3);
            early.commit();
            final UnsafeBuffer between = new UnsafeBuffer(new byte[8]);
            Payloads.fill(between, 0, 8, 2);
            zero.send(between, 0, 8, 1, 1);
            late.commit();
            receive(job, 1, 10_000, 1, 1);
            receive(job, 1, 8, 1, 2);
            receive(job, 1, 100, 1, 3);
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldSendToSelfAndReadThereInPlace(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(1, context -> context.threadLevel(level))) {
            final Communicator world = job.engine(0).world();
            final Message message = new Message();
            for (final int length : LENGTHS) {
                commit(world, length, 0, 4, length);
                world.mprobe(Communicator.ANY_SOURCE, 4, message);
                assertThat(message.length()).isEqualTo(length);
                final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
                message.buffer().getBytes(0, copy, 0, length);
                Payloads.check(copy, 0, length, length);
                message.close();
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldPassAMessageOnFromRankToRank() {
        try (LocalJob job = LocalJob.of(4)) {
            commit(job.engine(0).world(), 70_000, 1, 1, 7);
            final Message message = new Message();
            final Claim claim = new Claim();
            for (int rank = 1; rank < 4; rank++) {
                final Communicator world = job.engine(rank).world();
                world.mprobe(rank - 1, 1, message);
                final DirectBuffer from = message.buffer();
                world.claim(message.length(), (rank + 1) % 4, 1, claim);
                final MutableDirectBuffer to = claim.buffer();
                for (int i = 0; i < 70_000; i += Long.BYTES) {
                    to.putLong(i, from.getLong(i) + 1);
                }
                claim.commit();
                message.close();
            }
            job.engine(0).world().mprobe(3, 1, message);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[70_000]);
            message.buffer().getBytes(0, copy, 0, 70_000);
            message.close();
            for (int i = 0; i < 70_000; i += Long.BYTES) {
                copy.putLong(i, copy.getLong(i) - 3);
            }
            Payloads.check(copy, 0, 70_000, 7);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReceiveIntoAClaim() {
        try (LocalJob job = LocalJob.of(2)) {
            job.engine(1).world().send(new long[] {42}, 0, 1, 0, 1);
            final Claim claim = new Claim();
            job.engine(0).world().claim(8, 1, 2, claim);
            job.engine(0).world().recv(claim.buffer(), 0, 8, 1, 1);
            claim.commit();
            final long[] word = new long[1];
            job.engine(1).world().recv(word, 0, 1, 0, 2, null);
            assertThat(word[0]).isEqualTo(42);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldSayThatThereIsNothingToLendUntilSomethingComesBack() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKETS, 3).claimBytes(128 << 10))) {
            final Communicator zero = job.engine(0).world();
            for (final int length : new int[] {1000, 60_000}) {
                final Claim[] claims = {new Claim(), new Claim(), new Claim()};
                assertThat(zero.tryClaim(length, 1, 1, claims[0])).isTrue();
                assertThat(zero.tryClaim(length, 1, 1, claims[1])).isTrue();
                assertThat(zero.tryClaim(length, 1, 1, claims[2])).isFalse();
                assertThat(claims[2].isOpen()).isFalse();
                // A message that is copied still gets through.
                zero.send(new byte[1000], 0, 1000, 1, 2);
                job.engine(1).world().recv(new byte[1000], 0, 1000, 0, 2, null);
                claims[0].abort();
                assertThat(zero.tryClaim(length, 1, 1, claims[2])).isTrue();
                fill(claims[2], length, 2);
                claims[2].commit();
                fill(claims[1], length, 1);
                claims[1].commit();
                receive(job, 1, length, 1, 2);
                receive(job, 1, length, 1, 1);
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldGoByRendezvousOnceTheBudgetIsUsedUp() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 3000))) {
            for (int i = 0; i < 10; i++) {
                commit(job.engine(0).world(), 1000, 1, i, i);
            }
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_RENDEZVOUS_REGISTERED)).isGreaterThan(5);
            for (int i = 9; i >= 0; i--) {
                receive(job, 1, 1000, i, i);
            }
            Quiescence.assertQuiet(job);
            final Claim claim = new Claim();
            for (int i = 0; i < 20; i++) {
                job.engine(0).world().claim(1000, 1, 1, claim);
                claim.abort();
            }
            final long eager = EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_EAGER);
            commit(job.engine(0).world(), 1000, 1, 1, 1);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_EAGER)).as("aborted claims cost nothing")
                .isEqualTo(eager + 1);
            receive(job, 1, 1000, 1, 1);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldMakeWayForLongerRegions() throws IOException {
        try (LocalJob job = LocalJob.of(2, context -> context.claimBytes(1 << 20))) {
            final Claim[] claims = new Claim[16];
            for (int i = 0; i < 16; i++) {
                claims[i] = new Claim();
                job.engine(0).world().claim(65_536, 1, 1, claims[i]);
            }
            for (final Claim claim : claims) {
                claim.abort();
            }
            assertThat(files(job)).isEqualTo(16);
            commit(job.engine(0).world(), 1 << 20, 1, 1, 5);
            receive(job, 1, 1 << 20, 1, 5);
            assertThat(files(job)).isEqualTo(1);
            commit(job.engine(0).world(), 10_000, 1, 1, 5);
            receive(job, 1, 10_000, 1, 5);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseMisuse() {
        try (LocalJob job = LocalJob.of(2, context -> context.claimBytes(100_000))) {
            final Communicator world = job.engine(0).world();
            final Claim claim = new Claim();
            assertThatThrownBy(claim::commit).isInstanceOf(IllegalStateException.class).hasMessageStartingWith("claim open=false");
            assertThatThrownBy(() -> world.tryClaim(100_001, 1, 1, claim)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("length=100001 must be from 0 to 100000 for a claim: raise tombolo.claim.bytes=100000 " +
                    "or send from a MemoryRegion");
            assertThatThrownBy(() -> world.tryClaim(-1, 1, 1, claim)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.tryClaim(8, 2, 1, claim)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.tryClaim(8, 1, -1, claim)).isInstanceOf(IllegalArgumentException.class);
            for (final int length : new int[] {8, 100_000}) {
                world.claim(length, 1, 1, claim);
                assertThatThrownBy(() -> world.tryClaim(8, 1, 1, claim)).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("claim open=true");
                final MutableDirectBuffer buffer = claim.buffer();
                assertThatThrownBy(() -> buffer.putByte(length, (byte) 0)).isInstanceOf(IndexOutOfBoundsException.class);
                claim.commit();
                assertThatThrownBy(() -> buffer.putByte(0, (byte) 0)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(claim::commit).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(claim::abort).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(claim::buffer).isInstanceOf(IllegalStateException.class);
                job.engine(1).world().recv(new byte[length], 0, length, 0, 1, null);
                world.claim(length, 1, 1, claim);
                claim.abort();
                assertThatThrownBy(() -> buffer.getByte(0)).isInstanceOf(IndexOutOfBoundsException.class);
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTreatTheNullRankAsANoOp() {
        try (LocalJob job = LocalJob.of(1)) {
            final Claim claim = new Claim();
            for (final int length : new int[] {0, 8, 10_000}) {
                assertThat(job.engine(0).world().tryClaim(length, Communicator.NULL_RANK, 1, claim)).isTrue();
                fill(claim, length, 1);
                claim.commit();
                job.engine(0).world().claim(length, Communicator.NULL_RANK, 1, claim);
                claim.abort();
            }
            assertThat(job.engine(0).world().iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, new Status())).isFalse();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEndAsADestinationThatIsGone() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            final Claim small = new Claim();
            final Claim large = new Claim();
            world.claim(100, 1, 1, small);
            world.claim(10_000, 1, 1, large);
            commit(world, 200, 1, 1, 1);
            commit(world, 20_000, 1, 1, 1);
            job.kill(1);
            while (EngineAccess.messages(job.engine(0)).pendingSends() > 0) {
                TimeLimit.check();
                job.step();
            }
            fill(small, 100, 1);
            assertThatThrownBy(small::commit).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 died: send to rank 1");
            assertThatThrownBy(large::commit).isInstanceOf(PeerFailedException.class);
            assertThat(small.isOpen() || large.isOpen()).isFalse();
            assertThatThrownBy(() -> world.claim(100, 1, 1, small)).isInstanceOf(PeerFailedException.class);
            world.errors(ErrorMode.RETURN);
            assertThat(world.tryClaim(100, 1, 1, small)).isTrue();
            assertThat(small.isOpen()).isFalse();
            assertThat(small.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldSayThatThereIsNoSpaceForARegion() throws IOException {
        final List<String> errors = new ArrayList<>();
        final long tooMuch = Files.getFileStore(JobDirectory.defaultParent()).getTotalSpace() + (8L << 20);
        Assumptions.assumeTrue(tooMuch < 1L << 30, "needs a small file system");
        try (LocalJob job = LocalJob.of(1, context -> context.claimBytes(1L << 30)
            .errorHandler(exception -> errors.add(exception.getMessage())))) {
            final Claim claim = new Claim();
            assertThatThrownBy(() -> job.engine(0).world().claim(tooMuch, 0, 1, claim)).isInstanceOf(MessagingException.class)
                .hasMessageStartingWith("no room in a table or in the job directory");
            assertThat(errors).singleElement().asString().contains("heap-0.1-1.dat: need ");
            commit(job.engine(0).world(), 10_000, 0, 1, 1);
            receive(job, 0, 10_000, 1, 1);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTakeBackWhatIsForgottenAndSaySoInOneLine() {
        final List<String> errors = new ArrayList<>();
        final MutableDirectBuffer small;
        final MutableDirectBuffer large;
        try (LocalJob job = LocalJob.of(2, context -> context.closeTimeout(1, TimeUnit.SECONDS)
            .errorHandler(exception -> errors.add(exception.getMessage())))) {
            final Claim first = new Claim();
            final Claim second = new Claim();
            job.engine(0).world().claim(100, 1, 1, first);
            job.engine(0).world().claim(5000, 1, 2, second);
            small = first.buffer();
            large = second.buffer();
            job.engine(0).close();
            assertThat(errors).singleElement().asString().matches("rank 0 leaves with 2 loans that were not given back: " +
                "claim of 100 bytes to rank 1 with tag 1 held for \\d+ ms, claim of 5000 bytes to rank 1 with tag 2 held for \\d+ ms");
            assertThatThrownBy(first::commit).isInstanceOf(IllegalStateException.class).hasMessage("this engine is closed");
        }
        large.putLong(4992, 3);
        assertThat(large.getLong(4992)).as("still mapped").isEqualTo(3);
        assertThat(small.capacity()).isZero();
    }

    @Test
    void shouldClaimFromManyThreads() throws InterruptedException {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKETS, 8).claimBytes(1 << 20))) {
            final int messages = 300;
            final Thread[] threads = new Thread[4];
            final List<Throwable> failures = new ArrayList<>();
            for (int t = 0; t < threads.length; t++) {
                final int tag = t;
                threads[t] = new Thread(() -> {
                    final Claim claim = new Claim();
                    for (int i = 0; i < messages; i++) {
                        final int length = i % 10 == 0 ? 30_000 : 8 + i;
                        job.engine(0).world().claim(length, 1, tag, claim);
                        Payloads.fill((UnsafeBuffer) claim.buffer(), 0, length, i);
                        if (i % 7 == 0) {
                            claim.abort();
                        } else {
                            claim.commit();
                        }
                    }
                });
                threads[t].setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
                threads[t].start();
            }
            final Message message = new Message();
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[30_000]);
            final int[] next = new int[threads.length];
            for (int received = 0; received < threads.length * (messages - (messages + 6) / 7); received++) {
                job.engine(1).world().mprobe(0, Communicator.ANY_TAG, message);
                final int length = (int) message.length();
                message.buffer().getBytes(0, copy, 0, length);
                next[message.tag()] += next[message.tag()] % 7 == 0 ? 1 : 0;
                Payloads.check(copy, 0, length, next[message.tag()]++);
                message.close();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldCommitBehindMessagesThatWaitForRoom() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.PACKETS, 2))) {
            final Communicator zero = job.engine(0).world();
            final Claim claim = new Claim();
            zero.claim(1000, 1, 1, claim);
            fill(claim, 1000, 99);
            final UnsafeBuffer data = new UnsafeBuffer(new byte[500]);
            final Request[] sends = new Request[40];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = zero.isend(data, 0, i % 2 == 0 ? 500 : 8, 1, 1);
            }
            final Thread receiver = new Thread(() -> {
                final UnsafeBuffer to = new UnsafeBuffer(new byte[1000]);
                for (int i = 0; i < sends.length; i++) {
                    assertThat(job.engine(1).world().recv(to, 0, 1000, 0, 1).length()).isEqualTo(i % 2 == 0 ? 500 : 8);
                }
            });
            receiver.start();
            claim.commit();
            Requests.waitAll(sends);
            join(receiver);
            receive(job, 1, 1000, 1, 99);
            Quiescence.assertQuiet(job);
        }
    }
}
