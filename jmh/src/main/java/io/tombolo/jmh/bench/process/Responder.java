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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Line;

/**
 * A process that answers the initiator: it carries out each command until the one to end.
 */
final class Responder {

    private final ProcessLoops side;
    private final boolean crowd;

    /** Makes the responder; {@code crowd} says that this process is not one of the first two. */
    Responder(final ProcessLoops side, final boolean crowd) {
        this.side = side;
        this.crowd = crowd;
    }

    void run() {
        long sequence = 1;
        Line.awaitCommand(crowd, sequence);
        BenchOperation operation = BenchOperation.of(Line.commandOperation(crowd));
        while (BenchOperation.END != operation) {
            if (BenchOperation.COLLECT == operation) {
                collect();
            } else {
                side.loop(operation, Line.commandWork(crowd)).answer(Line.commandRounds(crowd));
            }
            sequence++;
            Line.awaitCommand(crowd, sequence);
            operation = BenchOperation.of(Line.commandOperation(crowd));
        }
    }

    private void collect() {
        System.gc();
        side.bounce().awaitPing();
        side.bounce().pong();
    }
}
