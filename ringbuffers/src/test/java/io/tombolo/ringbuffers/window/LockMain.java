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

import io.tombolo.ringbuffers.file.MappedFile;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank that locks and unlocks a window until it is killed. It ends by itself with a message if it finds another rank that must not have
 * the lock: {@code DIRECTORY RANK SIZE SEED}.
 * <p>
 * Each rank has a line in the data: how often it had the lock, and whether it is dead, which the test stores after its end. The first word
 * is the rank of the exclusive holder.
 */
public final class LockMain {
    static final int OWNER = 0;
    static final int ID = 1;
    static final int LINE = 64;
    static final int DEAD = 8;

    private final int rank;
    private final int size;
    private final UnsafeBuffer data;
    private final WindowLock lock;
    private final Random random;

    private LockMain(final Path directory, final int rank, final int size, final long seed) throws Exception {
        final WindowFile file = WindowFile.attach(path(directory), OWNER, ID, size, false, MappedFile.WINDOW_SHIFT);
        this.rank = rank;
        this.size = size;
        this.data = file.data().buffer(0, length(size));
        this.lock = file.lock(rank);
        this.random = new Random(seed);
    }

    static Path path(final Path directory) {
        return directory.resolve("window-" + OWNER + ".1-" + ID + ".dat");
    }

    static int length(final int size) {
        return LINE * (size + 1);
    }

    static int line(final int rank) {
        return LINE * (rank + 1);
    }

    public static void main(final String[] arguments) throws Exception {
        final String[] words = new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).readLine().split(" ");
        final LockMain main =
            new LockMain(Path.of(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
        System.out.println("ready");
        System.out.println(main.run());
    }

    private String run() {
        while (true) {
            final LockMode hold = random.nextInt(3) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
            if (enter(hold)) {
                final long found = data.getLongVolatile(0);
                if (found != 0 && !isDead((int) found - 1, 0)) {
                    return "found rank " + (found - 1) + " inside";
                }
                if (hold == LockMode.EXCLUSIVE) {
                    data.putLongVolatile(0, rank + 1);
                    // Long enough for another rank to come, sometimes also for a preemption.
                    if (random.nextInt(16) == 0) {
                        Thread.yield();
                    }
                    if (data.getLongVolatile(0) != rank + 1) {
                        return "rank " + (data.getLongVolatile(0) - 1) + " came in";
                    }
                    data.putLongVolatile(0, 0);
                }
                data.putLongRelease(line(rank), data.getLong(line(rank)) + 1);
                lock.release();
            }
        }
    }

    private boolean enter(final LockMode hold) {
        boolean granted = lock.request(hold);
        // Some ranks give up early.
        int turns = random.nextInt(8) == 0 ? random.nextInt(20) : Integer.MAX_VALUE;
        while (!granted && turns-- > 0) {
            lock.recover(this::isDead);
            granted = lock.poll();
            if (!granted) {
                Thread.yield();
            }
        }
        if (!granted) {
            lock.abandon();
        }
        return granted;
    }

    private boolean isDead(final int other, final int incarnation) {
        return other >= 0 && other < size && data.getLongVolatile(line(other) + DEAD) != 0;
    }
}
