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
import io.tombolo.engine.transfer.OutboundConnector;
import java.util.function.BooleanSupplier;

/** What tests do with the ranks of a {@link LocalJob}. */
public final class LocalRanks {
    private LocalRanks() {
    }

    /** Kills or closes a rank. Its death is proven when this returns. */
    public static void end(final LocalJob job, final int rank, final boolean isKilled) {
        if (isKilled) {
            job.kill(rank);
            EngineAccess.node(job.engine(0)).job().probe(rank);
        } else {
            job.engine(rank).close();
        }
    }

    /**
     * Opens the pairs between all ranks of a job and of each to itself, and sends nothing. From now on the ring of a receiver has what was
     * sent: a single poll, test or probe finds it. Without this, that depends on when the receiver next looks for new pairs.
     *
     * @return the job.
     */
    public static LocalJob meet(final LocalJob job) {
        for (int sender = 0; sender < job.size(); sender++) {
            for (int receiver = 0; receiver < job.size(); receiver++) {
                meet(job, sender, receiver);
            }
        }
        return job;
    }

    /** Opens the pair from one rank to another or itself, and sends nothing. */
    public static void meet(final LocalJob job, final int sender, final int receiver) {
        final Peer destination = EngineAccess.messages(job.engine(sender)).peers()[receiver];
        assertThat(new OutboundConnector(EngineAccess.node(job.engine(sender))).ensureOpen(destination)).isTrue();
        while (!EngineAccess.messages(job.engine(receiver)).peers()[sender].inbound().isOpen()) {
            TimeLimit.check();
            job.engine(receiver).poll();
        }
    }

    /** Makes progress at all ranks until a condition holds. */
    public static void step(final LocalJob job, final BooleanSupplier until) {
        while (!until.getAsBoolean()) {
            job.step();
            TimeLimit.check();
        }
    }
}
