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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.counters.Counter;

/**
 * The state in which all traffic of an engine is over: everything that was lent has been given back.
 */
public final class Quiescence {
    private static final int QUIET_STEPS = 300;

    private Quiescence() {
    }

    /**
     * Steps all living ranks of a job together until each is quiet, and asserts that. One rank alone might wait for something that another
     * rank still holds for its group.
     */
    public static void assertQuiet(final LocalJob job) {
        for (int i = 0; i < QUIET_STEPS; i++) {
            job.step();
        }
        for (int rank = 0; rank < job.size(); rank++) {
            final Engine engine = job.engine(rank);
            while (engine.isOpen() && (EngineAccess.messages(engine).pendingSends() > 0 || hasPacketsOut(engine))) {
                TimeLimit.check();
                job.step();
            }
        }
        for (int rank = 0; rank < job.size(); rank++) {
            if (job.engine(rank).isOpen()) {
                assertQuiet(job.engine(rank));
            }
        }
    }

    /** Polls until no send is pending and all packets are free, then asserts that nothing is queued, unexpected or wrong (S0.8, S0.18). */
    public static void assertQuiet(final Engine engine) {
        while (EngineAccess.messages(engine).pendingSends() > 0 || hasPacketsOut(engine)) {
            TimeLimit.check();
            engine.poll();
        }
        for (final Peer peer : EngineAccess.messages(engine).peers()) {
            assertThat(peer.outbound().queueLength()).isZero();
        }
        assertThat(EngineAccess.messages(engine).receives().unexpectedCount()).isZero();
        assertThat(EngineAccess.node(engine).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
    }

    private static boolean hasPacketsOut(final Engine engine) {
        for (final Peer peer : EngineAccess.messages(engine).peers()) {
            if (peer.outbound().packetsOut() > 0) {
                return true;
            }
        }
        return false;
    }
}
