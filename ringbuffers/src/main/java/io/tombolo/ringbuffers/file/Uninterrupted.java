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
 * Runs file operations so that an interrupt neither closes a channel half way nor gets lost.
 * <p>
 * An NIO channel that is used by an interrupted thread closes itself, and for a lock file that drops the lock of the whole
 * process. This is the one place that deals with it: the flag is cleared and remembered, an operation that was hit is run
 * again, and the flag is restored at the end.
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
     * Runs an operation to its end whatever the interrupt flag of the calling thread, which is as before, or set, afterwards.
     *
     * @param operation to run; it is run again if an interrupt closed its channel, so it must open its channels itself.
     * @param <T>       type of the result.
     * @return what the operation returned.
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
