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
package io.tombolo.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.flight.FlightEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Events become marks and bars.
 */
class TimelineTest {
    private static final int NONE = -1;
    private static final long NO_NUMBER = 0xFFFF_FFFFL;

    private final List<FlightEntry> entries = new ArrayList<>();

    private void event(final int rank, final long timeNs, final FlightKind kind, final int peer, final long number) {
        entries.add(new FlightEntry(rank, timeNs, kind, "", peer, NONE, 0, number, ""));
    }

    private Timeline.Row row(final int rank) {
        return Timeline.of(entries).rows().get(rank);
    }

    @Test
    void shouldMarkSendsAndReceivesByTheirTimes() {
        event(0, 10, FlightKind.SENT, 1, 0);
        event(1, 20, FlightKind.RECEIVED, 0, 0);
        event(0, 30, FlightKind.SEND_POSTED, 1, 1);
        event(0, 40, FlightKind.SEND_COMPLETED, 1, 1);
        event(0, 50, null, 1, 1);
        final Timeline timeline = Timeline.of(entries);
        assertThat(timeline.fromNs()).isEqualTo(10);
        assertThat(timeline.toNs()).isEqualTo(50);
        assertThat(timeline.rows()).containsOnlyKeys(0, 1);
        assertThat(row(0).marks()).isEqualTo(Map.of(Timeline.Mark.SEND, List.of(10L, 30L)));
        assertThat(row(0).other()).isEqualTo(2);
        assertThat(row(1).marks()).isEqualTo(Map.of(Timeline.Mark.RECEIVE, List.of(20L)));
    }

    @Test
    void shouldCountAReceiveOnce() {
        event(0, 1, FlightKind.MATCHED_UNEXPECTED, 1, 7);
        event(0, 2, FlightKind.RECEIVE_COMPLETED, 1, 7);
        event(0, 3, FlightKind.MATCHED_UNEXPECTED, 1, 8);
        event(0, 4, FlightKind.RECEIVE_COMPLETED, 2, 8);
        event(0, 5, FlightKind.RECEIVE_COMPLETED, NONE, NO_NUMBER);
        assertThat(row(0).marks()).isEqualTo(Map.of(Timeline.Mark.RECEIVE, List.of(1L, 3L, 4L)));
        assertThat(row(0).other()).isEqualTo(2);
    }

    @Test
    void shouldDrawWaitsUntilTheyEnd() {
        event(0, 1, FlightKind.SLEPT, NONE, 0);
        event(0, 2, FlightKind.STALL_BEGAN, 1, 0);
        event(0, 3, FlightKind.STALL_BEGAN, 2, 0);
        event(0, 4, FlightKind.STALL_ENDED, 1, 0);
        event(0, 5, FlightKind.WOKE, NONE, 0);
        event(0, 6, FlightKind.LOCK_AWAITED, 1, 0);
        event(0, 7, FlightKind.LOCK_GIVEN_UP, 1, 0);
        event(0, 8, FlightKind.WOKE, NONE, 0);
        event(0, 9, FlightKind.PEER_GONE, 1, 0);
        assertThat(row(0).bars()).containsExactly(
            new Timeline.Bar(Timeline.Wait.STALL, 2, 4), new Timeline.Bar(Timeline.Wait.SLEEP, 1, 5),
            new Timeline.Bar(Timeline.Wait.LOCK, 6, 7), new Timeline.Bar(Timeline.Wait.STALL, 3, 9));
        assertThat(row(0).count(Timeline.Wait.STALL)).isEqualTo(2);
        assertThat(row(0).count(Timeline.Mark.PEER)).isEqualTo(1);
        assertThat(row(0).other()).isEqualTo(1);
    }

    @Test
    void shouldMarkTheEndOfARankWhenItsFirstPeerSeesIt() {
        event(2, 1, FlightKind.SENT, 0, 0);
        event(0, 5, FlightKind.PEER_GONE, 2, 1);
        event(1, 6, FlightKind.PEER_GONE, 2, 1);
        event(0, 8, FlightKind.PEER_CAME, 2, 2);
        event(1, 9, FlightKind.PEER_GONE, 2, 2);
        event(1, 9, FlightKind.PEER_GONE, 77, 1);
        assertThat(row(2).marks()).containsEntry(Timeline.Mark.END, List.of(5L, 9L));
        assertThat(row(0).marks()).isEqualTo(Map.of(Timeline.Mark.PEER, List.of(5L, 8L)));
        assertThat(Timeline.of(entries).rows()).containsOnlyKeys(0, 1, 2);
    }

    @Test
    void shouldCutToAShorterSpan() {
        event(0, 10, FlightKind.SENT, 1, 0);
        event(0, 20, FlightKind.SLEPT, NONE, 0);
        event(0, 40, FlightKind.WOKE, NONE, 0);
        event(0, 50, FlightKind.SENT, 1, 0);
        event(0, 60, FlightKind.SLEPT, NONE, 0);
        event(0, 70, FlightKind.WOKE, NONE, 0);
        final Timeline.Row cut = Timeline.of(entries).within(30, 55).rows().get(0);
        assertThat(cut.marks()).isEqualTo(Map.of(Timeline.Mark.SEND, List.of(50L)));
        assertThat(cut.bars()).containsExactly(new Timeline.Bar(Timeline.Wait.SLEEP, 30, 40));
    }

    @Test
    void shouldLabelTheAxisWithExactTimes() {
        final TimeAxis axis = new TimeAxis(1_000_000, 18_300_000, 100, 900);
        assertThat(axis.ticks()).startsWith(1_000_000L, 3_000_000L);
        assertThat(axis.ticks().stream().map(axis::label))
            .containsExactly("0 ms", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms", "12 ms", "14 ms", "16 ms");
        assertThat(axis.x(1_000_000)).isEqualTo(100);
        assertThat(axis.x(18_300_000)).isEqualTo(1000);
        assertThat(axis.x(0)).isEqualTo(100);
        final TimeAxis point = new TimeAxis(5, 5, 0, 10);
        assertThat(point.ticks()).contains(5L);
        assertThat(point.x(5)).isZero();
        final TimeAxis ages = new TimeAxis(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4, 0, 10);
        assertThat(ages.ticks()).hasSizeBetween(2, 9);
    }
}
