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
package io.tombolo.engine.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * There are more unexpected messages than a rank has nodes at first, and a receive asks for a late one.
 */
@Timeout(60)
class ManyUnexpectedTest {
    private static final int MORE_THAN_THE_FILE = RankFileDescriptor.MATCH_NODES + 4000;
    private static final int NODES = 64;

    private final List<Throwable> told = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[Long.BYTES]);

    @Test
    void shouldFindTheLastMessageFirst() {
        final Path directory;
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(told::add))) {
            directory = job.directory();
            sendAll(job, MORE_THAN_THE_FILE);
            receive(job, MORE_THAN_THE_FILE - 1);
            for (int tag = 0; tag < MORE_THAN_THE_FILE - 1; tag++) {
                receive(job, tag);
            }
            assertThat(files(directory)).containsExactly("nodes-1.1-1.dat");
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.MATCH_NODES_FULL)).isZero();
            assertThat(told).isEmpty();
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldPostMoreReceivesThanTheRankFileHolds() {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(told::add))) {
            final List<Request> receives = new ArrayList<>();
            for (int tag = 0; tag < MORE_THAN_THE_FILE; tag++) {
                receives.add(job.engine(1).world().irecv(target, 0, Long.BYTES, 0, tag));
            }
            for (int tag = MORE_THAN_THE_FILE - 1; tag >= 0; tag--) {
                job.engine(0).world().send(message, 0, Long.BYTES, 1, tag);
                finish(job, receives.get(tag));
            }
            assertThat(told).isEmpty();
        }
    }

    @Test
    void shouldReportThatTheTableIsFull() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.MATCH_NODES, NODES).errorHandler(told::add))) {
            final Request last = job.engine(1).world().irecv(new UnsafeBuffer(new byte[Long.BYTES]), 0, Long.BYTES, 0, NODES - 1);
            sendAll(job, NODES);
            awaitTold(job);
            assertThat(told.get(0)).hasMessage("rank 1 reads nothing more of rank 0: tombolo.match.nodes=64 is full of messages that " +
                "have no receive: post the receives, or raise it");
            assertThat(last.test()).isFalse();
            for (int tag = 0; tag < NODES - 1; tag++) {
                receive(job, tag);
            }
            finish(job, last);
            assertThat(told).hasSize(1);
        }
    }

    @Test
    void shouldReportThatThereIsNoMemoryForMoreNodes() throws IOException {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(told::add))) {
            Files.createFile(job.directory().resolve("nodes-1.1-1.dat"));
            sendAll(job, MORE_THAN_THE_FILE);
            awaitTold(job);
            assertThat(told.get(0)).hasMessageStartingWith("rank 1 reads nothing more of rank 0: no space for a message")
                .hasMessageContaining("nodes-1.1-1.dat");
            for (int tag = 0; tag < MORE_THAN_THE_FILE; tag++) {
                receive(job, tag);
            }
            assertThat(told).hasSize(1);
        }
    }

    /** Messages of a dead peer are received before its death is reported. Until they fit the table, there is no work and no report. */
    @Test
    void shouldIdleWhileTheTableHasNoRoomForTheLastMessagesOfADeadPeer() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.MATCH_NODES, NODES).errorHandler(told::add))) {
            sendAll(job, NODES);
            job.kill(0);
            EngineAccess.node(job.engine(1)).job().probe(0);
            assertThat(idleTurns(job.engine(1))).isPositive();
            for (int tag = 0; tag < NODES; tag++) {
                receive(job.engine(1), tag);
            }
            assertThatThrownBy(() -> receive(job.engine(1), 0)).hasMessageContaining("rank 0 died");
        }
    }

    @Test
    void shouldReportOnceThatAPeerCannotMapThePair() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.MATCH_NODES, NODES).errorHandler(told::add))) {
            sendAll(job, NODES);
            EngineAccess.node(job.engine(0)).refuseForRoom(1);
            assertThat(idleTurns(job.engine(1))).isPositive();
            for (int tag = 0; tag < NODES; tag++) {
                receive(job.engine(1), tag);
            }
            assertThatThrownBy(() -> receive(job.engine(1), 0)).isInstanceOf(MessagingException.class);
            assertThat(told).filteredOn(error -> error.getMessage().contains("could not map the pair file")).hasSize(1);
        }
    }

    private static int idleTurns(final Engine engine) {
        int idle = 0;
        for (int turn = 0; turn < 100; turn++) {
            idle += engine.poll() == 0 ? 1 : 0;
        }
        return idle;
    }

    private void receive(final Engine engine, final int tag) {
        engine.world().recv(target, 0, Long.BYTES, 0, tag);
        assertThat(target.getLong(0)).isEqualTo(tag);
    }

    private void sendAll(final LocalJob job, final int count) {
        for (int tag = 0; tag < count; tag++) {
            message.putLong(0, tag);
            job.engine(0).world().isend(message.byteArray().clone(), 0, Long.BYTES, 1, tag, new Request());
            job.step();
        }
    }

    private void awaitTold(final LocalJob job) {
        while (told.isEmpty()) {
            TimeLimit.check();
            job.step();
        }
    }

    private void receive(final LocalJob job, final int tag) {
        finish(job, job.engine(1).world().irecv(target, 0, Long.BYTES, 0, tag));
        assertThat(target.getLong(0)).isEqualTo(tag);
    }

    private static void finish(final LocalJob job, final Request request) {
        while (!request.test()) {
            TimeLimit.check();
            job.step();
        }
    }

    private static List<String> files(final Path directory) {
        return List.of(directory.toFile().list((parent, name) -> name.startsWith("nodes-")));
    }
}
