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
package io.tombolo.extensions.journal.replay;

import io.tombolo.engine.Engine;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A rank that is recorded or replayed: {@code PROGRAM FILE CHANGE SEED}. Rank 0 writes what it has seen to the file.
 */
public final class ReplayedMain {
    /** Name of the race. */
    static final String RACE = "race";

    /** Name of the program with all {@link SendKind kinds of sends}. */
    static final String SENDS = "sends";

    /** Name of {@link MixedTraffic}; the seed is the number of messages. */
    static final String TRAFFIC = "traffic";

    /** Before the name of one of {@link RefusedCalls}. */
    static final String REFUSED = "refused-";

    private static final int ROUNDS = 5;
    private static final int MESSAGES = 60;

    private ReplayedMain() {
    }

    /** Runs a rank. */
    public static void main(final String[] arguments) throws IOException {
        final Transcript transcript = new Transcript(Path.of(arguments[1]));
        try {
            run(arguments[0], Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]), transcript);
        } catch (final IllegalStateException exception) {
            transcript.add(exception.getMessage());
            throw exception;
        } finally {
            if ("0".equals(System.getenv("TOMBOLO_RANK"))) {
                transcript.write();
            }
        }
    }

    private static void run(final String program, final int change, final long seed, final Transcript transcript) throws IOException {
        if (program.startsWith(REFUSED)) {
            RefusedCalls.valueOf(program.substring(REFUSED.length())).run();
            return;
        }
        if (SENDS.equals(program)) {
            SendKind.run();
            return;
        }
        if (TRAFFIC.equals(program)) {
            MixedTraffic.run(Math.toIntExact(seed));
            return;
        }
        if (program.startsWith(ReplayedWindows.PREFIX)) {
            ReplayedWindows.valueOf(program.substring(ReplayedWindows.PREFIX.length())).run(change, transcript);
            return;
        }
        if (!RACE.equals(program)) {
            ReplayedCalls.valueOf(program).run(transcript);
            return;
        }
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                new RaceReceiver(engine, seed, transcript).run(ROUNDS, MESSAGES, change);
            } else {
                new RaceRank(engine, seed).run(ROUNDS, MESSAGES);
            }
        }
    }
}
