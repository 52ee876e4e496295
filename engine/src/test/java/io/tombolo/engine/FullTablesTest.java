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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Full tables. The exception refers to the error handler, and the handler has got the setting that bounds the table.
 */
@Timeout(30)
class FullTablesTest {
    private static final int NODES = 64;
    private static final int LONG = 1 << 20;

    private final List<Throwable> told = new ArrayList<>();

    @Test
    void shouldNameTheBoundOfPostedReceives() {
        final UnsafeBuffer target = new UnsafeBuffer(new byte[8]);
        try (LocalJob job = LocalJob.of(1, context -> context.size(GeometrySetting.MATCH_NODES, NODES).errorHandler(told::add))) {
            for (int tag = 0; tag < NODES; tag++) {
                job.engine(0).world().irecv(target, 0, 8, 0, tag);
            }
            assertThat(told).isEmpty();
            final Request refused = job.engine(0).world().irecv(target, 0, 8, 0, NODES);
            assertThatThrownBy(refused::await).isInstanceOf(MessagingException.class).hasMessageContaining("see the error handler");
            assertThat(told).singleElement().extracting(Throwable::getMessage).isEqualTo(
                "no room for one more posted receive: tombolo.match.nodes=64 is full of receives and " +
                    "unexpected messages: receive some, or raise it");
        }
    }

    @Test
    void shouldNameTheBoundOfLongSends() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[LONG]);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PENDING_SENDS, 1).errorHandler(told::add))) {
            final Request first = job.engine(0).world().isend(message, 0, LONG, 1, 1);
            final Request refused = job.engine(0).world().isend(message, 0, LONG, 1, 2);
            assertThatThrownBy(refused::await).isInstanceOf(MessagingException.class).hasMessageContaining("see the error handler");
            assertThat(told).singleElement().extracting(Throwable::getMessage).isEqualTo(
                "no room for one more long send: tombolo.pending.sends=1 are pending: await some, or raise it");
            final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, 0, 1);
            finish(job, receive);
            finish(job, first);
        }
    }

    private static void finish(final LocalJob job, final Request request) {
        while (!request.test()) {
            Traffic.checkTime();
            job.step();
        }
    }
}
