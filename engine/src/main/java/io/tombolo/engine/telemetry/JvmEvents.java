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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;

/**
 * Gives events of a rank to the flight recorder of the JVM (JFR). Names no type of JFR, so that a JVM without that module runs, too. A JVM
 * that lacks the memory for an event loses the event.
 * <p>
 * <b>Threading:</b> any thread.
 */
interface JvmEvents {
    /** Time of a wait that is not known. */
    long UNKNOWN_NS = Long.MIN_VALUE;

    /**
     * Makes the events of a rank.
     *
     * @param job  name of the job.
     * @param rank in the world.
     * @return events, or null if this JVM has no flight recorder.
     */
    static JvmEvents of(final String job, final int rank) {
        try {
            Class.forName("jdk.jfr.Event", false, JvmEvents.class.getClassLoader());
            return new JfrEvents(job, rank);
        } catch (final ClassNotFoundException | LinkageError none) {
            return null;
        }
    }

    /**
     * Returns whether a recording wants messages.
     *
     * @return false while no recording runs.
     */
    boolean hasMessages();

    /**
     * Gives the end of a send or receive.
     *
     * @param isReceive whether it is a receive.
     * @param outcome   how it ended.
     * @param peer      rank, or any.
     * @param context   of the communicator.
     * @param tag       of the message.
     * @param length    of the message, in bytes.
     * @param isLong    whether the message went by rendezvous.
     * @param waitedNs  time since its post, in nanoseconds, or {@link #UNKNOWN_NS}.
     */
    void message(boolean isReceive, Outcome outcome, int peer, int context, int tag, long length, boolean isLong, long waitedNs);

    /**
     * Gives the end of a peer.
     *
     * @param outcome     that operations with it have.
     * @param peer        rank.
     * @param incarnation of the peer.
     */
    void peerGone(Outcome outcome, int peer, int incarnation);

    /**
     * Begins a wait of this thread.
     *
     * @return object for the end of the wait, or null if no recording wants it.
     */
    Object beginWait();

    /**
     * Gives a wait of this thread that ends, with the stack of the thread.
     *
     * @param begun   of {@link #beginWait}, not null.
     * @param call    in which the thread waited.
     * @param site    first frame of the application, or null.
     * @param entries how many things it waited for.
     * @param kind    of the first one.
     * @param peer    rank of the first one, {@link WaitKind#ANY_RANK} or {@link WaitKind#NO_RANK}.
     * @param context of the first one.
     * @param tag     of the first one, or {@link WaitKind#NO_TAG}.
     */
    void endWait(Object begun, WaitCall call, String site, int entries, WaitKind kind, int peer, int context, int tag);
}
