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
package io.tombolo.engine.window;

import io.tombolo.engine.api.InterruptException;
import java.util.function.BooleanSupplier;

/** The messages without payload by which the ranks of a window synchronize. One thread at a time. Deadlines are those of Deadline. */
interface EpochMessages {
    /**
     * Sends a message, and waits until it has left, but not beyond a deadline. After that, or after an interrupt, the message goes on.
     *
     * @param destination member.
     * @param tag         of the message.
     */
    void send(int destination, int tag, long deadline);

    /**
     * Receives a message from a member. Waits for it until a condition holds or the time is up.
     *
     * @param isHopeless ends the wait; evaluated from time to time.
     * @return true if the message was received; false if the wait has ended before.
     * @throws InterruptException if the thread is interrupted; the message was not received then.
     */
    boolean recv(int source, int tag, long deadline, BooleanSupplier isHopeless);

    /**
     * Receives a message from a member if it has arrived.
     *
     * @return whether it was received.
     */
    boolean tryRecv(int source, int tag);

    /**
     * Meets all ranks of the window.
     *
     * @return false if the time is up; the next call continues this one.
     */
    boolean meet(long deadline);
}
