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
import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.SendExplanation;
import io.tombolo.engine.api.SendPath;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.EnumSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An explanation of a send is true: each message takes the path that was explained before, as the counter of the path shows.
 */
@Timeout(30)
class PathChoiceTest {
    private static final int MOST = 20_000;
    private static final int[] LENGTHS = {
        0, 8, 48, 49, 100, 101, 500, 959, 960, 961, 1000, 1023, 1024, 1025, 4096, 4097, 8168, 8169, 8192, 8193, MOST};

    private final UnsafeBuffer heap = new UnsafeBuffer(new byte[2 * MOST]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);

    /** Holds S1.13: the length decides between eager and rendezvous. */
    @ParameterizedTest
    @CsvSource({"8192,8192,4096,1024", "8192,8192,4096,2048", "4096,4096,4096,1024", "1024,4096,1024,512", "100,960,500,512",
        "48,64,5000,512", "2000,1024,0,32", "0,4096,1024,512"})
    void shouldSendAsItExplains(final long inline, final long packet, final long registered, final long slots) {
        final Set<SendPath> seen = EnumSet.noneOf(SendPath.class);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.INLINE_LIMIT, inline)
            .size(GeometrySetting.PACKET_LENGTH, packet).size(GeometrySetting.REGISTERED_LIMIT, registered)
            .size(GeometrySetting.RING_SLOTS, slots)); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final int length : LENGTHS) {
                for (final MemoryKind kind : MemoryKind.values()) {
                    seen.add(sendAndCompare(job, region, length, kind));
                }
            }
        }
        assertThat(seen).contains(SendPath.EAGER, SendPath.REGISTERED, SendPath.STAGED);
    }

    @Test
    void shouldExplainTheEffectOfTheReceiversBudget() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 2000));
            MemoryRegion region = job.engine(0).allocate(MOST)) {
            assertThat(job.engine(0).explain(1, 1000, MemoryKind.PRIVATE).path()).isEqualTo(SendPath.SHORT);
            job.engine(0).world().send(heap, 0, 1000, 1, 9);
            final SendExplanation explanation = job.engine(0).explain(1, 1000, MemoryKind.PRIVATE);
            assertThat(explanation.path()).isEqualTo(SendPath.STAGED);
            assertThat(explanation.because()).contains("tombolo.unexpected.bytes");
            assertThat(explanation.change()).contains("tombolo.unexpected.bytes");
            assertThat(sendAndCompare(job, region, 1000, MemoryKind.PRIVATE)).isEqualTo(SendPath.STAGED);
            assertThat(sendAndCompare(job, region, 1000, MemoryKind.REGION)).isEqualTo(SendPath.REGISTERED);
        }
    }

    @Test
    void shouldNameTheThresholdAndTheSettingToChange() {
        try (LocalJob job = LocalJob.of(2)) {
            final Engine engine = job.engine(0);
            assertThat(engine.explain(0, 8, MemoryKind.PRIVATE).because()).isEqualTo(
                "8 bytes are not more than tombolo.inline.limit=8192");
            assertThat(engine.explain(0, 5000, MemoryKind.REGION).because()).contains("not below tombolo.registered.limit=4096");
            assertThat(engine.explain(0, 9000, MemoryKind.PRIVATE).change()).contains("MemoryRegion", "tombolo.packet.length");
            assertThatThrownBy(() -> engine.explain(2, 8, MemoryKind.PRIVATE)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> engine.explain(0, -1, MemoryKind.PRIVATE)).isInstanceOf(IllegalArgumentException.class);
        }
        try (LocalJob job = LocalJob.of(1, context -> context.size(GeometrySetting.INLINE_LIMIT, 1024))) {
            assertThat(job.engine(0).explain(0, 2000, MemoryKind.PRIVATE).because()).contains(
                "2000 bytes are more than tombolo.inline.limit=1024", "not more than tombolo.packet.length=8192");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "4096 | 4096 |   64 |  64 | 64 bytes are not more than tombolo.packet.length=64",
        "4096 | 4096 | 4096 |  16 | 64 bytes are not more than 104, what a ring of tombolo.ring.slots=16 carries",
        "  64 | 4096 |   64 |  16 | 64 bytes are not more than tombolo.inline.limit=64",
    })
    void shouldNameTheSmallestLimitOfARecord(
        final long inline, final long registered, final long packet, final long slots, final String because) {
        try (LocalJob job = LocalJob.of(1, context -> context.size(GeometrySetting.INLINE_LIMIT, inline)
            .size(GeometrySetting.REGISTERED_LIMIT, registered).size(GeometrySetting.PACKET_LENGTH, packet)
            .size(GeometrySetting.RING_SLOTS, slots))) {
            assertThat(job.engine(0).explain(0, 64, MemoryKind.PRIVATE).because()).isEqualTo(because);
        }
    }

    /** Rows: length, memory, expected advice. The packet length is 9024, the inline limit 1024, the registered limit 6000. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2000 | PRIVATE | raise tombolo.inline.limit (and ring), or send it from a MemoryRegion and lower tombolo.registered.limit",
        "5000 | PRIVATE | raise tombolo.inline.limit (and ring), or send it from a MemoryRegion and lower tombolo.registered.limit",
        "6000 | PRIVATE | raise tombolo.inline.limit (and ring), or send it from a MemoryRegion",
        "9000 | PRIVATE | send it from a MemoryRegion",
        "2000 | REGION  | raise tombolo.inline.limit (and ring), or lower tombolo.registered.limit",
        "5000 | REGION  | raise tombolo.inline.limit (and ring), or lower tombolo.registered.limit",
    })
    void shouldNameTheSettingsThatWouldChangeAnEagerPath(final long length, final MemoryKind kind, final String change) {
        try (LocalJob job = LocalJob.of(1, context -> context.size(GeometrySetting.PACKET_LENGTH, 9024)
            .size(GeometrySetting.INLINE_LIMIT, 1024).size(GeometrySetting.REGISTERED_LIMIT, 6000))) {
            final SendExplanation explanation = job.engine(0).explain(0, length, kind);
            assertThat(explanation.path()).isEqualTo(SendPath.EAGER);
            assertThat(explanation.change()).isEqualTo(change);
        }
    }

    /** Rows: length, packet length, registered limit, budget of the receiver (1000 bytes are in use), expected advice. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "4096 | 4096 | 4096 | 9999 | raise tombolo.registered.limit",
        "4097 | 4096 | 4096 | 9999 | raise tombolo.registered.limit, and raise tombolo.packet.length",
        "4097 | 4096 | 5000 | 9999 | raise tombolo.packet.length",
        "4000 | 4096 | 4096 | 4000 | raise tombolo.unexpected.bytes or post receives earlier",
        "4000 | 4096 | 2000 | 4000 | raise tombolo.registered.limit, " +
            "and raise tombolo.unexpected.bytes or post receives earlier",
    })
    void shouldNameAllSettingsThatKeepAMessageOnTheRegisteredPath(
        final long length, final long packet, final long registered, final long budget, final String change) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKET_LENGTH, packet)
            .size(GeometrySetting.REGISTERED_LIMIT, registered).size(GeometrySetting.UNEXPECTED_BYTES, budget))) {
            job.engine(0).world().send(heap, 0, 1000, 1, 9);
            final SendExplanation explanation = job.engine(0).explain(1, length, MemoryKind.REGION);
            assertThat(explanation.path()).isEqualTo(SendPath.REGISTERED);
            assertThat(explanation.change()).isEqualTo(change);
        }
    }

    private SendPath sendAndCompare(final LocalJob job, final MemoryRegion region, final int length, final MemoryKind kind) {
        final SendPath path = job.engine(0).explain(1, length, kind).path();
        final long before = count(job, path);
        final Request send = new Request();
        switch (kind) {
            case PRIVATE -> job.engine(0).world().isend(heap, 0, length, 1, 1, send);
            case REGION -> job.engine(0).world().isend(region.buffer(), 0, length, 1, 1, send);
            default -> job.engine(0).world().isend(
                new Segments().add(heap, 0, length / 2).add(heap, MOST, length - length / 2), 1, 1, send);
        }
        if (kind != MemoryKind.SEGMENTS || length > 1) {
            assertThat(count(job, path)).as("%d bytes in %s, explained as %s", length, kind, path).isEqualTo(before + 1);
        }
        final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 1);
        for (final Request request : new Request[] {send, receive}) {
            while (!request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
        for (int i = 0; i < 5; i++) {
            job.step();
        }
        return path;
    }

    private static long count(final LocalJob job, final SendPath path) {
        return EngineAccess.node(job.engine(0)).counters().value(switch (path) {
            case SHORT -> Counter.SENT_SHORT;
            case EAGER -> Counter.SENT_EAGER;
            case REGISTERED -> Counter.SENT_RENDEZVOUS_REGISTERED;
            case STAGED -> Counter.SENT_RENDEZVOUS_STAGED;
        });
    }
}
