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
package io.tombolo.jmh.bench.process;

/**
 * What the initiator asks of the responder.
 */
enum BenchOperation {

    /** Leave. */
    END(0),

    /** Bounce the bare cache line. */
    BOUNCE(1),

    /** Bounce it and copy the payload. */
    COPY(2),

    /** Receive and send through the measured peer. */
    MESSAGE(3),

    /** Copy the payload as often as a window has messages. */
    COPY_STREAM(4),

    /** Receive windows through the measured peer and answer them. */
    STREAM(5),

    /** Sleep in a receive, then report what it cost. */
    IDLE(6),

    /** Sleep in a receive, again and again, and answer. */
    WAKE(7),

    /** Receive and send through the measured peer, with short matching lists. */
    MATCH_SHALLOW(8),

    /** Receive and send through the measured peer, with matching lists as deep as the work says. */
    MATCH_DEEP(9),

    /** One message to each other rank and one from each; all ranks do it. */
    EXCHANGE(10),

    /** Leave the payload alone while it is copied. */
    ONE_SIDED_COPY(11),

    /** Be accessed, and access, as the work says. */
    ACCESS(12),

    /** As {@link #WAKE}, after as little rest as lets the responder fall asleep. */
    WAKE_SOON(13),

    /** Collect garbage, then bounce the line once. */
    COLLECT(14);

    private final int code;

    BenchOperation(final int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static BenchOperation of(final int code) {
        for (final BenchOperation operation : values()) {
            if (code == operation.code) {
                return operation;
            }
        }
        throw new IllegalStateException("operation=" + code);
    }
}
