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

/**
 * Probes: looking for a message before it is received. The rules of {@link Communicator} apply.
 */
public interface MessageProbes {
    /**
     * Waits until a message matches, and leaves the message in matching.
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status to fill with source, tag and length of the message.
     */
    void probe(int source, int tag, Status status);

    /**
     * Looks once whether a message matches, and makes progress. Leaves the message in matching.
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status to fill with source, tag and length if a message matches.
     * @return true if a message matches.
     */
    boolean iprobe(int source, int tag, Status status);

    /**
     * Looks once for a message that matches, and makes progress. Takes the message out of matching: it can be received or read in place
     * only through its {@link Message} (S1.23).
     *
     * @param source  rank or {@link Communicator#ANY_SOURCE}; with {@link Communicator#NULL_RANK} there is always an empty message.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param message not open. Open after a true result, except if an error occurred and the communicator returns errors:
     *                {@link Message#status()} has the outcome then.
     * @return true if a message matches.
     * @throws MessagingException    if the source has died or left, and none of its messages is left that matches.
     * @throws IllegalStateException if the message is open.
     */
    boolean improbe(int source, int tag, Message message);

    /**
     * Waits for a message that matches, and takes it out of matching, as {@link #improbe} does.
     *
     * @param source  rank or {@link Communicator#ANY_SOURCE}.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param message not open; open afterwards, as for {@link #improbe}.
     * @throws MessagingException if the source has died or left, and none of its messages is left that matches.
     * @throws InterruptException if the thread is interrupted; no message is taken.
     */
    void mprobe(int source, int tag, Message message);

    /**
     * Waits until a message matches, comparing only some bits of the tag (S1.24).
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    0 or more.
     * @param mask   bits of the tag to compare.
     * @param status to fill with source, tag and length of the message.
     */
    void probe(int source, int tag, int mask, Status status);

    /**
     * Looks once whether a message matches, comparing only some bits of the tag, and makes progress (S1.24).
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    0 or more.
     * @param mask   bits of the tag to compare.
     * @param status to fill with source, tag and length if a message matches.
     * @return true if a message matches.
     */
    boolean iprobe(int source, int tag, int mask, Status status);
}
