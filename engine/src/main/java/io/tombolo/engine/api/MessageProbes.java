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
 * The ways to look for a message before it is received; the rules of {@link Communicator} hold.
 */
public interface MessageProbes {
    /**
     * Waits until a message that fits could be received, and leaves it where it is.
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status is filled with source, tag and length of the message.
     */
    void probe(int source, int tag, Status status);

    /**
     * Looks once, making progress, whether a message that fits could be received.
     *
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status is filled if there is one.
     * @return true if there is one.
     */
    boolean iprobe(int source, int tag, Status status);

    /**
     * Looks once, making progress, for a message that fits, and takes it out of matching: it can be received or read in place through its
     * {@link Message}, and in no other way (S1.23).
     *
     * @param source  rank or {@link Communicator#ANY_SOURCE}; with {@link Communicator#NULL_RANK} there is always an empty message.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param message not open; open after a true answer, but for an error of a communicator that returns errors: then its
     *                {@link Message#status()} says which.
     * @return true if there is one.
     * @throws MessagingException    if the source has died or left, and nothing of it is left that fits.
     * @throws IllegalStateException if the message is open.
     */
    boolean improbe(int source, int tag, Message message);

    /**
     * Waits for a message that fits, and takes it out of matching, as {@link #improbe} does.
     *
     * @param source  rank or {@link Communicator#ANY_SOURCE}.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param message not open; open afterwards, as for {@link #improbe}.
     * @throws MessagingException if the source has died or left, and nothing of it is left that fits.
     * @throws InterruptException if the thread is interrupted; no message is taken.
     */
    void mprobe(int source, int tag, Message message);
}
