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
package io.tombolo.ringbuffers.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs file operations so that an interrupt neither closes a channel in the middle nor gets lost.
 * <p>
 * An NIO channel closes itself when an interrupted thread uses it; for a lock file that drops the lock of the whole process. So this class
 * clears and remembers the interrupt flag, runs an interrupted operation again, and restores the flag at the end.
 */
public final class Uninterrupted {
    private Uninterrupted() {
    }

    /**
     * A file operation that can be run again from its beginning.
     *
     * @param <T> type of the result.
     */
    @FunctionalInterface
    public interface Operation<T> {
        /**
         * Runs once.
         *
         * @return the result.
         * @throws IOException if the operation failed.
         */
        T run() throws IOException;
    }

    /**
     * Runs an operation to its end, whatever the interrupt flag of the calling thread. The flag is kept, or set if an interrupt came
     * meanwhile.
     *
     * @param operation to run. It runs again if an interrupt has closed its channel, so it must open its channels itself.
     * @param <T>       type of the result.
     * @return the result of the operation.
     * @throws IOException if the operation failed for another reason than an interrupt.
     */
    public static <T> T call(final Operation<T> operation) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return operation.run();
                } catch (final ClosedByInterruptException ignored) {
                    interrupted = true;
                    Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
