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
package io.tombolo.engine.api;

import org.agrona.DirectBuffer;

/**
 * Is shown messages by {@link MessagePolls}, one at a time, on the thread that polls.
 * <p>
 * The handler may make every call of the engine, also calls that wait, and polls. It may throw: the message that it was shown is given back
 * then, the poll ends with the exception, and all other messages are as before.
 */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Handles a message.
     *
     * @param source rank of the sender in the communicator.
     * @param tag    of the message.
     * @param buffer shows the message; to be read until this method returns. Never write to it.
     * @param offset of the message in the buffer, in bytes.
     * @param length of the message, in bytes.
     * @return what happens to the message; null as {@link MessageAction#GIVE_BACK}.
     */
    MessageAction onMessage(int source, int tag, DirectBuffer buffer, int offset, int length);
}
