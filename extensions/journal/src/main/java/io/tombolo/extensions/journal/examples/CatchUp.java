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
package io.tombolo.extensions.journal.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.PeerFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Recovery from the journal. Rank 0 publishes numbered updates of accounts, and never waits for a consumer that is away. Rank 1 keeps the
 * balances in memory, and dies twice. Each time its next incarnation reads from the journal what it had received and what it has missed,
 * and goes on with the live updates. At the end the balances of both are the same. Run it with {@code bin/tombolo run --journal DIR
 * --payload --lossless --respawn 5 -n 2 -- java -jar extensions/journal/target/tombolo-journal.jar catch-up DIR}.
 */
public final class CatchUp {
    static final int PUBLISHER = 0;
    static final int CONSUMER = 1;
    static final int ACCOUNTS = 16;

    // Tags of messages.
    static final int UPDATE = 1;
    static final int LAST = 2;
    static final int BALANCES = 3;

    // An update: its number from 1, an account, and an amount.
    static final int WORDS = 3;

    private static final int UPDATES = 40_000;
    private static final int MOST_AMOUNT = 1_000;
    private static final long PAUSE_NS = 100_000;
    private static final int KILLED = 137;
    // The first incarnation of the consumer dies in the first part of the updates, the second one in the second part.
    private static final int DEATHS = 2;
    private static final int PART = 5_000;

    private CatchUp() {
    }

    /**
     * Runs a rank.
     *
     * @param arguments directory of the journal, as given to {@code --journal}.
     * @throws IOException if the journal cannot be read.
     */
    public static void main(final String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: CatchUp DIR, where DIR is the directory of the journal in which this job is recorded");
            System.exit(2);
        }
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == PUBLISHER) {
                publish(engine, UPDATES);
            } else {
                final Member me = engine.member();
                final long fatal = fatalUpdate(me.incarnation());
                new AccountConsumer(engine, Path.of(arguments[0]), number -> {
                    if (number == fatal) {
                        System.out.println("incarnation " + me.incarnation() + " dies at update " + number);
                        // As kill -9 does.
                        Runtime.getRuntime().halt(KILLED);
                    }
                }).run();
            }
        }
    }

    private static long fatalUpdate(final int incarnation) {
        return incarnation <= DEATHS ? incarnation * PART - new Random().nextInt(PART) : 0;
    }

    static void publish(final Engine engine, final int updates) {
        final Communicator world = engine.world();
        final Random random = new Random();
        final long[] balances = new long[ACCOUNTS];
        final long[] update = new long[WORDS];
        int failed = 0;
        for (int number = 1; number <= updates; number++) {
            update[0] = number;
            update[1] = random.nextInt(ACCOUNTS);
            update[2] = random.nextInt(2 * MOST_AMOUNT) - MOST_AMOUNT;
            balances[(int) update[1]] += update[2];
            try {
                world.send(update, 0, WORDS, CONSUMER, UPDATE);
            } catch (final PeerFailedException away) {
                // The journal has the update: the next process reads it there.
                failed++;
            }
            // Sends that take no time do not look who has died and who is back.
            engine.poll();
            LockSupport.parkNanos(PAUSE_NS);
        }
        if (!Arrays.equals(balances, balancesOfConsumer(engine, updates))) {
            throw new IllegalStateException("the consumer has other balances than the publisher");
        }
        System.out.println("published " + updates + " updates, " + failed + " while the consumer was away; it has the same balances");
    }

    /** Tells the consumer the number of the last update, again if it has died, and returns its balances. */
    private static long[] balancesOfConsumer(final Engine engine, final long updates) {
        final long[] balances = new long[ACCOUNTS];
        while (true) {
            engine.awaitMember(CONSUMER, 1, TimeUnit.MINUTES);
            try {
                engine.world().send(new long[] {updates}, 0, 1, CONSUMER, LAST);
                engine.world().recv(balances, 0, ACCOUNTS, CONSUMER, BALANCES, null);
                return balances;
            } catch (final PeerFailedException ended) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }
}
