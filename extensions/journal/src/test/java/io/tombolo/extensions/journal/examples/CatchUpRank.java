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
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * A rank of the example as a process: {@code JOURNAL UPDATES STOP}. The consumer prints "stopped" when it has applied update STOP, and then
 * waits for its death. At the end it prints how often each update was applied.
 */
public final class CatchUpRank {
    private CatchUpRank() {
    }

    /** Runs a rank. */
    public static void main(final String[] arguments) throws IOException {
        final int updates = Integer.parseInt(arguments[1]);
        final int stop = Integer.parseInt(arguments[2]);
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == CatchUp.PUBLISHER) {
                CatchUp.publish(engine, updates);
                return;
            }
            final BitSet applied = new BitSet();
            final int[] calls = new int[1];
            new AccountConsumer(engine, Path.of(arguments[0]), number -> {
                applied.set((int) number);
                calls[0]++;
                if (number == stop) {
                    System.out.println("stopped");
                    waitForDeath();
                }
            }).run();
            System.out.println(
                "applied " + applied.cardinality() + " updates by " + calls[0] + " calls, the last is " + (applied.length() - 1));
        }
    }

    private static void waitForDeath() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (final IOException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
