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
 * The ways to send a message that is written in place; the rules of {@link Communicator} hold.
 */
public interface MessageClaims {
    /**
     * Lends memory for a message, making progress, if there is some now. A {@link Communicator#NULL_RANK} is lent memory of which nothing
     * is sent.
     *
     * @param length      of the message, in bytes: 0 to what {@code tombolo.claim.bytes} allows, and less than 1 GiB.
     * @param destination rank.
     * @param tag         0 or more.
     * @param claim       not open; open after a true answer, but for an error of a communicator that returns errors: then its
     *                    {@link Claim#status()} says which.
     * @return false if packets or regions have to come back first, from this rank's open claims or from receivers.
     * @throws MessagingException       if the destination has died or left, or there is no space for a region.
     * @throws IllegalArgumentException if the message is too long for any claim.
     * @throws IllegalStateException    if the claim is open.
     */
    boolean tryClaim(long length, int destination, int tag, Claim claim);

    /**
     * Lends memory for a message; waits until there is some. A thread whose own open claims are all there is waits for ever: bound what you
     * claim before you commit.
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
