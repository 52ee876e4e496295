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
package io.tombolo.jmh.bench.twin;

import io.tombolo.jmh.bench.line.Line;

/**
 * The process that answers: does what each command says until it is told to end.
 */
final class Responder {

    private final Side side;

    Responder(final Side side) {
        this.side = side;
    }

    void run() {
        long sequence = 1;
        Line.awaitCommand(sequence);
        Operation operation = Operation.of(Line.commandOperation());
        while (Operation.END != operation) {
            final int rounds = Line.commandRounds();
            side.loop(operation, Line.commandWork()).answer(rounds);
            sequence++;
            Line.awaitCommand(sequence);
            operation = Operation.of(Line.commandOperation());
        }
    }
}
