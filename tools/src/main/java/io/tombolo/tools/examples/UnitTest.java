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
package io.tombolo.tools.examples;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.PeerFailedException;
import java.util.concurrent.CompletableFuture;

/**
 * Shows how to test code that sends and receives: a {@link LocalJob} runs a whole job in this JVM. The methods named {@code should...} are
 * what a test framework would call; the user guide shows tests with JUnit.
 */
public final class UnitTest {
    private static final int OWN = 1;
    private static final int SUM = 2;

    private UnitTest() {
    }

    /**
     * Runs the tests.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        shouldAddUp();
        System.out.println("shouldAddUp passed");
        shouldNoticeADeath();
        System.out.println("shouldNoticeADeath passed");
    }

    /** The code under test: rank 0 adds up the values of all ranks, and every rank gets the sum. */
    private static long sum(final Communicator world, final long own) {
        final long[] word = {own};
        if (world.rank() > 0) {
            world.send(word, 0, 1, 0, OWN);
            world.recv(word, 0, 1, 0, SUM, null);
            return word[0];
        }
        long sum = own;
        for (int rank = 1; rank < world.size(); rank++) {
            world.recv(word, 0, 1, rank, OWN, null);
            sum += word[0];
        }
        word[0] = sum;
        for (int rank = 1; rank < world.size(); rank++) {
            world.send(word, 0, 1, rank, SUM);
        }
        return sum;
    }

    private static void shouldAddUp() {
        try (LocalJob job = LocalJob.of(2)) {
            // Each rank waits for the other, so they need two threads.
            final CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> sum(job.engine(1).world(), 5));
            check(sum(job.engine(0).world(), 3) == 8, "sum at rank 0");
            check(other.join() == 8, "sum at rank 1");
        }
    }

    private static void shouldNoticeADeath() {
        try (LocalJob job = LocalJob.of(2)) {
            // Rank 1 is now as dead as after kill -9.
            job.kill(1);
            sum(job.engine(0).world(), 3);
            check(false, "a sum with a dead rank");
        } catch (final PeerFailedException expected) {
            check(expected.rank() == 1, "the rank that died");
        }
    }

    private static void check(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError("wrong: " + what);
        }
    }
}
