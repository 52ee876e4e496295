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
 * What the initiator tells the responder to do.
 */
enum BenchOperation {

    /** End. */
    END(0),

    /** Bounce the bare cache line. */
    BOUNCE(1),

    /** Bounce it and copy the payload. */
    COPY(2),

    /** Receive and send through the measured peer. */
    MESSAGE(3),

    /** Copy the payload once for each message of a stream. */
    COPY_STREAM(4),

    /** Receive streams through the measured peer and answer them. */
    STREAM(5),

    /** Sleep in a receive; the initiator measures the processor time. */
    IDLE(6),

    /** Sleep in a receive and answer, again and again. */
    WAKE(7),

    /** Receive and send through the measured peer, with short matching lists. */
    MATCH_SHALLOW(8),

    /** Receive and send through the measured peer, with matching lists of the depth of the work. */
    MATCH_DEEP(9),

    /** Send a message to each other rank and receive one from each; all ranks take part. */
    EXCHANGE(10),

    /** Leave the payload alone while the initiator copies it. */
    ONE_SIDED_COPY(11),

    /** Be the target of accesses, and make some, as the work says. */
    ACCESS(12),

    /** As {@link #WAKE}, with pauses that are just long enough for the responder to fall asleep. */
    WAKE_SOON(13),

    /** Collect garbage, then bounce the line once. */
    COLLECT(14),

    /** Receive messages and answer each round of them. */
    ONE_WAY(15),

    /** Send messages to the initiator; all ranks take part. */
    FAN_IN(16),

    /** Read rounds of messages of a feed with all readers, and answer each round. */
    FEED(17),

    /** Read messages of a feed with all readers, and answer each. */
    FEED_LATENCY(18),

    /** As {@link #FEED_LATENCY}, with one reader. */
    FEED_LATENCY_OF_ONE(19),

    /** Call collective operations; all ranks take part. */
    COLLECTIVE(20);

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
