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
 * Learns which ranks join, leave and die, whether messages were exchanged with them or not. A method does nothing unless it is overridden.
 * <p>
 * <b>Order.</b> Each incarnation of another rank is reported once: first {@link #onJoined}, when it is live, then {@link #onLeft} or
 * {@link #onFailed}. A process that ends while it joins is reported by both as well. Ranks that are live when this rank joins are reported
 * by its first calls; incarnations that were gone before are not reported. The end of a rank is reported after all that it had sent has
 * been taken into this rank, where it can still be received.
 * <p>
 * <b>Told.</b> After an end has been reported, the next operation that names the rank goes to the next incarnation, once there is one.
 * <p>
 * <b>Threads.</b> A thread that ends or waits in a call of the engine, or an agent thread, calls the listener, with one event at a time,
 * and never while it calls the error handler. A rank that neither calls the engine nor has an agent is told when it next calls. A method
 * must not block. It may make calls that return at once, such as {@code isend} or {@code engine.members()}; calls that may wait throw an
 * {@link IllegalStateException}. Whatever a method throws is reported to the error handler, and harms nothing.
 */
public interface MemberListener {
    /**
     * A process has joined.
     *
     * @param member in state {@link MemberState#LIVE}.
     */
    default void onJoined(final Member member) {
    }

    /**
     * A process has left in order.
     *
     * @param member in state {@link MemberState#LEFT}.
     */
    default void onLeft(final Member member) {
    }

    /**
     * A process has died.
     *
     * @param member in state {@link MemberState#FAILED}.
     */
    default void onFailed(final Member member) {
    }
}
