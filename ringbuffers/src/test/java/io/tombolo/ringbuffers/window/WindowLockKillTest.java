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

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.process.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that only lock and unlock are killed or stopped at random moments, and replaced: no lock is lost, and two ranks never have an
 * exclusive lock.
 */
class WindowLockKillTest {
    private static final int LIVE = 4;
    private static final long GUARD_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    Path directory;

    private final List<ChildJvm> children = new ArrayList<>();
    private final List<Integer> ranks = new ArrayList<>();
    private UnsafeBuffer data;
    private UnsafeBuffer header;
    private int size;
    private int next;
    private long seed;

    @Test
    @Timeout(120)
    void shouldLoseNoLockWhicheverProcessIsKilled() throws Exception {
        kill(30);
    }

    @Test
    @Timeout(3600)
    @Tag("nightly")
    void shouldLoseNoLockInAThousandKills() throws Exception {
        kill(1_000);
    }

    private void kill(final int kills) throws Exception {
        seed = System.nanoTime();
        size = kills + LIVE;
        final int[] incarnations = new int[size];
        try (WindowFile file = WindowFile.create(
            LockMain.path(directory), LockMain.OWNER, LockMain.ID, LockMain.length(size), 4, incarnations, MappedFile.WINDOW_SHIFT)) {
            data = file.data().buffer(0, LockMain.length(size));
            header = file.header();
            run(kills, new Random(seed));
            assertThat(LockReading.of(file.header()).taintedBy()).as("seed=%s", seed).isNotEqualTo(WindowLock.NOBODY);
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    private void run(final int kills, final Random random) throws Exception {
        for (int i = 0; i < LIVE; i++) {
            start();
        }
        for (int i = 0; i < kills; i++) {
            awaitProgress(1 + random.nextInt(200));
            final int victim = i % 2 == 0 ? random.nextInt(LIVE) : holder(random);
            final int other = random.nextInt(LIVE);
            // A stopped process is not dead: others wait for its lock.
            children.get(other).stop();
            children.get(victim).kill();
            data.putLongVolatile(LockMain.line(ranks.get(victim)) + LockMain.DEAD, 1);
            children.get(victim).close();
            children.remove(victim);
            ranks.remove(victim);
            if (other != victim) {
                children.get(other < victim ? other : other - 1).signal("CONT");
            }
            start();
        }
        awaitProgress(100);
    }

    /** Finds a rank that has the exclusive lock, and stops it there. */
    private int holder(final Random random) throws Exception {
        final long deadline = System.nanoTime() + GUARD_NS;
        while (System.nanoTime() - deadline < 0) {
            final int victim = random.nextInt(LIVE);
            children.get(victim).stop();
            if (data.getLongVolatile(0) == ranks.get(victim) + 1) {
                return victim;
            }
            children.get(victim).signal("CONT");
        }
        throw new AssertionError("nobody has the lock: seed=" + seed + " " + LockReading.of(header) + " " + answers());
    }

    private void start() throws Exception {
        final ChildJvm child = ChildJvm.start(LockMain.class, "-Xmx32m");
        children.add(child);
        ranks.add(next);
        child.send(directory + " " + next + " " + size + " " + (seed + next));
        next++;
        assertThat(child.receive()).as(child::errors).isEqualTo("ready");
    }

    /** Waits until each living rank has had the lock so many more times. */
    private void awaitProgress(final int times) throws InterruptedException {
        final long[] before = counts();
        final long deadline = System.nanoTime() + GUARD_NS;
        boolean all = false;
        while (!all) {
            Thread.yield();
            final long[] now = counts();
            all = true;
            for (int i = 0; i < now.length; i++) {
                all &= now[i] - before[i] >= times;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("a lock was lost, or two were inside: seed=" + seed + " ranks=" + ranks + " before=" +
                    Arrays.toString(before) + " now=" + Arrays.toString(now) + " " + LockReading.of(header) + " " + answers());
            }
        }
    }

    private List<String> answers() throws InterruptedException {
        final List<String> answers = new ArrayList<>();
        for (final ChildJvm child : children) {
            answers.add(child.errors());
            child.kill();
            answers.add(child.receive());
        }
        return answers;
    }

    private long[] counts() {
        return ranks.stream().mapToLong(rank -> data.getLongVolatile(LockMain.line(rank))).toArray();
    }
}
