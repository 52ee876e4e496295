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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The events that a rank records, as another process reads them: all that waits, and short messages that complete at once only on request.
 */
@Timeout(30)
class FlightRecorderTest {
    private static final int LONG = 1 << 20;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);

    @Test
    void shouldLeaveOutShortMessagesThatCompleteAtOnce() {
        try (LocalJob job = LocalJob.of(2)) {
            // The first message opens the pair.
            exchange(job, 1);
            final List<String> sender = messages(job, 0);
            final List<String> receiver = messages(job, 1);
            exchange(job, 100);
            assertThat(messages(job, 0)).isEqualTo(sender);
            assertThat(messages(job, 1)).isEqualTo(receiver);
        }
    }

    @Test
    void shouldRecordAllMessagesOnRequest() {
        try (LocalJob job = LocalJob.of(2, context -> context.recordsAllMessages(true))) {
            exchange(job, 3);
            assertThat(messages(job, 0))
                .containsExactly("send posted 1 0 7 8", "send completed 1 0 7 8", "sent 1 1 7 8", "sent 1 2 7 8");
            assertThat(messages(job, 1)).endsWith("received 0 1 7 8", "received 0 2 7 8");
        }
    }

    @Test
    void shouldRecordAMessageThatWaitsForItsReceive() {
        try (LocalJob job = LocalJob.of(2)) {
            exchange(job, 1);
            job.engine(0).world().send(buffer, 0, 9, 1, 5);
            job.step();
            job.engine(0).world().send(buffer, 0, 9, 1, 6);
            job.engine(1).world().recv(buffer, 0, 9, 0, 6);
            job.engine(1).world().recv(buffer, 0, 9, 0, 5);
            assertThat(messages(job, 1)).containsSubsequence("arrived, unexpected 0 1 5 9", "matched 0 1 5 9");
        }
    }

    @Test
    void shouldRecordAReceiveThatWaitsForItsMessage() {
        try (LocalJob job = LocalJob.of(2)) {
            exchange(job, 1);
            final Request any = job.engine(1).world().irecv(buffer, 0, 100, Communicator.ANY_SOURCE, 5);
            job.engine(0).world().send(buffer, 0, 9, 1, 5);
            any.await();
            assertThat(messages(job, 1)).containsSubsequence(
                "receive posted -1 0 5 100", "arrived, expected 0 1 5 9", "receive completed 0 1 5 9");
        }
    }

    @Test
    void shouldRecordLongMessagesOnBothSides() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = job.engine(0).world().isend(buffer, 0, LONG, 1, 5);
            final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, 0, 5);
            while (!send.test() | !receive.test()) {
                TimeLimit.check();
                job.step();
            }
            assertThat(messages(job, 0)).containsExactly("send posted 1 0 5 " + LONG, "send completed 1 0 5 " + LONG);
            assertThat(messages(job, 1)).endsWith("receive completed 0 0 5 " + LONG);
        }
    }

    @Test
    void shouldRecordWhyAnOperationEnded() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(1).world();
            final Request cancelled = world.irecv(buffer, 0, 100, Communicator.ANY_SOURCE, 5);
            cancelled.cancel();
            cancelled.await();
            job.kill(0);
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 0, 7)).isInstanceOf(PeerFailedException.class);
            final List<String> details = details(job, 1);
            assertThat(details).containsSubsequence(
                "RECEIVE_POSTED 0", "CANCELLED 0", "RECEIVE_COMPLETED " + Outcome.CANCELLED.code(),
                "PEER_GONE " + Outcome.PEER_FAILED.code());
        }
    }

    @Test
    void shouldNotRecordACancelThatCameTooLate() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = job.engine(0).world().isend(buffer, 0, LONG, 1, 5);
            final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, 0, 5);
            while (!receive.test()) {
                TimeLimit.check();
                job.step();
            }
            send.cancel();
            assertThat(send.await().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(details(job, 0)).noneMatch(event -> event.startsWith("CANCELLED"));
        }
    }

    @Test
    void shouldRecordMatchedProbesAndStalls() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 16))) {
            exchange(job, 1);
            final List<Request> sends = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sends.add(job.engine(0).world().isend(buffer, 0, 8, 1, 3));
            }
            final Message message = new Message();
            for (int i = 0; i < 100; i++) {
                while (!job.engine(1).world().improbe(0, 3, message)) {
                    TimeLimit.check();
                    job.step();
                }
                message.close();
            }
            job.step();
            sends.forEach(Request::await);
            assertThat(details(job, 0)).containsSubsequence("SEND_POSTED 0", "STALL_BEGAN 0", "STALL_ENDED 0");
            assertThat(details(job, 1)).filteredOn(event -> event.equals("PROBE_MATCHED 0")).hasSize(100);
        }
    }

    @Test
    void shouldRecordTheNextIncarnationOfAPeer() {
        try (LocalJob job = LocalJob.of(2)) {
            exchange(job, 1);
            job.kill(0);
            job.revive(0);
            final Engine survivor = job.engine(1);
            while (EngineAccess.node(survivor).incarnation(0) == 1) {
                TimeLimit.check();
                survivor.poll();
            }
            assertThat(details(job, 1)).containsSubsequence("PEER_GONE " + Outcome.PEER_FAILED.code(), "PEER_CAME 0");
        }
    }

    private void exchange(final LocalJob job, final int messages) {
        for (int i = 0; i < messages; i++) {
            job.engine(0).world().send(buffer, 0, 8, 1, 7);
            job.engine(1).world().recv(buffer, 0, 8, 0, 7);
        }
    }

    /** Returns the events of messages of a rank: what, peer, number, tag, length. */
    private static List<String> messages(final LocalJob job, final int rank) {
        return FlightEvents.of(job, rank, event -> event.kind().text() + ' ' + event.peer() + ' ' + event.number() + ' ' + event.tag() +
            ' ' + event.length()).stream().filter(event -> !event.startsWith("a") || event.startsWith("arrived")).toList();
    }

    private static List<String> details(final LocalJob job, final int rank) {
        return FlightEvents.of(job, rank, event -> event.kind() + " " + event.detail());
    }
}
