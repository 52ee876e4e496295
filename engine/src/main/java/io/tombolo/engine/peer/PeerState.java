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
package io.tombolo.engine.peer;

/**
 * What is known of a peer.
 */
public enum PeerState {
    /** Usable; the peer may not have started yet. */
    OPEN(0),
    /** It has closed its engine. */
    LEFT(1),
    /** It is proven dead. */
    FAILED(2),
    /** One of the two ranks has read something impossible; the pair is given up. */
    BROKEN(3),
    /** One of the two ranks could not map the other's pair file. */
    REFUSED(4),
    /** The job has been aborted. */
    ABORTED(5);

    private final int code;

    PeerState(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this state in the rank file.
     *
     * @return code; a code is never reused for another state.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a state by its code.
     *
     * @param code of any value.
     * @return the state, or null if there is none.
     */
    public static PeerState of(final int code) {
        for (final PeerState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        return null;
    }
}
