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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.collective.CollectiveFile;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that no interrupt ends leaves the interrupt flag set, also if it fails. */
@Timeout(30)
class KeptInterruptTest {
    private static CollectiveSlot slot(final Node node) throws IOException {
        return CollectiveFile.attach(node.job().collectivePath(0, 1, 0), 0, 1, 0, false).find(0);
    }

    private static Collectives collectives(final LocalJob job, final CollectiveSlot slot) throws IOException {
        final Node node = EngineAccess.node(job.engine(0));
        final Progress progress =
            new Progress(node, EngineAccess.messages(job.engine(0)), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
        final Group world = Group.world(0, job.size());
        return new Collectives(
            progress, node, world, node.world(), 1,
            new CollectiveProgress(progress, node, new GroupProgressTable(node.job()), world, node.world(), 0),
            new SlotFiles(node, 1, 1), slot);
    }

    @Test
    void shouldKeepTheFlagWhenARankDies() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveSlot slot = slot(EngineAccess.node(job.engine(0)));
            final Collectives collectives = collectives(job, slot);
            final RankThreads threads = new RankThreads();
            final Thread waiting = threads.start(() -> {
                assertThat(collectives.gatherUninterrupted(1)).isNull();
                assertThat(Thread.interrupted()).isTrue();
            });
            while (!slot.isWaiting()) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
            waiting.interrupt();
            while (waiting.isInterrupted()) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
            LocalRanks.end(job, 1, true);
            threads.join();
        }
    }
}
