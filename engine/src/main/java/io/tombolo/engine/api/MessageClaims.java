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
 * Sends of messages that are written in place. The rules of {@link Communicator} apply.
 */
public interface MessageClaims {
    /**
     * Opens a claim if memory for the message is available now, and makes progress. With {@link Communicator#NULL_RANK} the memory is lent,
     * but nothing is sent.
     *
     * @param length      of the message, in bytes: less than 1 GiB, and at most what {@code tombolo.claim.bytes} allows.
     * @param destination rank.
     * @param tag         0 or more.
     * @param claim       not open. Open after a true result, except if an error occurred and the communicator returns errors:
     *                    {@link Claim#status()} has the outcome then.
     * @return false if packets or regions must come back first, from this rank's open claims or from receivers.
     * @throws MessagingException       if the destination has died or left, or there is no space for a region.
     * @throws IllegalArgumentException if the message is too long for any claim.
     * @throws IllegalStateException    if the claim is open.
     */
    boolean tryClaim(long length, int destination, int tag, Claim claim);

    /**
     * Opens a claim, and waits until memory for the message is available. If open claims of the calling thread hold all the memory, this
     * waits forever: limit what you claim before you commit.
     *
     * @param length      of the message, in bytes, as for {@link #tryClaim}.
     * @param destination rank.
     * @param tag         0 or more.
     * @param claim       not open; open afterwards, as for {@link #tryClaim}.
     * @throws MessagingException if the destination has died or left, or there is no space for a region.
     * @throws InterruptException if the thread is interrupted; nothing is lent.
     */
    void claim(long length, int destination, int tag, Claim claim);
}
