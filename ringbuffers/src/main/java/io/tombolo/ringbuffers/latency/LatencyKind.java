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
package io.tombolo.ringbuffers.latency;

/**
 * Kinds of waits that a rank measures, for each peer.
 */
public enum LatencyKind {
    /** From the arrival of a message until a receive has it, posted or unexpected. The peer is the source. */
    ARRIVAL_MATCH(1, "arrival-match", true),

    /** From the match of a message until its receive is complete. The peer is the source. */
    MATCH_COMPLETION(2, "match-completion", true),

    /** Time of a message among the unexpected ones. The peer is the source. */
    UNEXPECTED(3, "unexpected", true),

    /** Time in which sends to the peer wait for credit or room. The peer is the destination. */
    CREDIT_STALL(4, "credit-stall", false),

    /** From the request of a window's lock until it is granted. The peer is the target. */
    LOCK_WAIT(5, "lock-wait", false);

    private final int code;
    private final String text;
    private final boolean isSampled;

    LatencyKind(final int code, final String text, final boolean isSampled) {
        this.code = code;
        this.text = text;
        this.isSampled = isSampled;
    }

    /**
     * Returns the code of the kind, which says where its histogram lies in the file.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the kind in words, as commands print it.
     *
     * @return lower case, with hyphens.
     */
    public String text() {
        return text;
    }

    /**
     * Returns whether only some waits of this kind are measured.
     *
     * @return false if all are, unless measuring is off.
     */
    public boolean isSampled() {
        return isSampled;
    }
}
