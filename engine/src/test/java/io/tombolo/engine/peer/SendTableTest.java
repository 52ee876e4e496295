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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.counters.CountersDescriptor;
import io.tombolo.ringbuffers.transition.Transition;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The table of the send machine: it accepts the transitions of the specification and no others.
 */
class SendTableTest {
    private final Counters counters = new Counters(new UnsafeBuffer(ByteBuffer.allocateDirect(CountersDescriptor.LENGTH)));

    /** Holds S3.1 to S3.19, S3.27: each is a row of the table. */
    @Test
    void shouldHaveEachTransitionOfTheSpecification() {
        final Set<String> requirements = SendTable.TRANSITIONS.rows().stream().map(Transition::requirement).collect(Collectors.toSet());
        for (int number = 1; number <= 19; number++) {
            assertThat(requirements).contains("S3." + number);
        }
        assertThat(requirements).contains("S3.26", "S3.27", "S3.28", "S3.30");
    }

    @Test
    void shouldLeadFromEachStateBackToIdle() {
        final Map<SendState, List<SendEvent>> ways = ways();
        assertThat(ways.keySet()).containsExactlyInAnyOrder(SendState.values());
        for (final SendState state : SendState.values()) {
            final Set<SendState> reached = new HashSet<>(Set.of(state));
            while (reached.addAll(
                SendTable.TRANSITIONS.rows().stream().filter(row -> reached.contains(row.from())).map(Transition::to).toList())) {
                assertThat(reached.size()).isLessThanOrEqualTo(SendState.values().length);
            }
            assertThat(reached).as("reached from %s", state).contains(SendState.IDLE);
        }
    }

    @Test
    void shouldLetASendEndInEachStateInWhichItWaits() {
        for (final SendState state : SendState.values()) {
            if (state.isWait() && state != SendState.IDLE) {
                assertThat(SendTable.TRANSITIONS.rows()).anyMatch(row -> row.from() == state && row.event() == SendEvent.RECORD_ENDED);
            }
        }
    }

    @Test
    void shouldAcceptEachRowAndRefuseAllOtherEvents() {
        final Map<SendState, List<SendEvent>> ways = ways();
        int refused = 0;
        for (final SendState state : SendState.values()) {
            for (final SendEvent event : SendEvent.values()) {
                final SendLedger ledger = new SendLedger(counters);
                final SendCursor cursor = new SendCursor();
                cursor.begin(ledger, SendState.IDLE);
                ways.get(state).forEach(cursor::must);
                assertThat(cursor.state()).isEqualTo(state);
                final List<Transition<SendState, SendEvent>> trace = new ArrayList<>();
                ledger.trace(trace::add);
                final Transition<SendState, SendEvent> row = SendTable.TRANSITIONS.rows().stream()
                    .filter(each -> each.from() == state && each.event() == event).findAny().orElse(null);
                assertThat(cursor.on(event)).isEqualTo(row != null);
                if (row != null) {
                    assertThat(cursor.state()).isEqualTo(row.to());
                    assertThat(ledger.taken(row)).isPositive();
                    assertThat(trace).containsExactly(row);
                } else {
                    refused++;
                    assertThat(cursor.state()).isEqualTo(state);
                    assertThat(trace).isEmpty();
                    assertThat(counters.value(Counter.SEND_EVENTS_REFUSED)).isEqualTo(refused);
                    assertThatThrownBy(() -> cursor.must(event)).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("state=" + state + " event=" + event);
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void shouldHaveTheSameEffectByARunAsByItsRows() {
        final Map<SendState, List<SendEvent>> ways = ways();
        for (final SendRun run : SendRun.values()) {
            final SendLedger[] ledgers = {new SendLedger(counters), new SendLedger(counters)};
            final SendCursor[] cursors = {new SendCursor(), new SendCursor()};
            final List<List<Transition<SendState, SendEvent>>> traces = List.of(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < 2; i++) {
                cursors[i].begin(ledgers[i], SendState.IDLE);
                ways.get(run.from()).forEach(cursors[i]::must);
                ledgers[i].trace(traces.get(i)::add);
            }
            final boolean isLoop = run == SendRun.PART;
            // A run for one part of several ends in the state in which it began.
            for (int time = 0; time < (isLoop ? 2 : 1); time++) {
                cursors[0].must(run);
                run.events().forEach(cursors[1]::must);
            }
            assertThat(cursors[0].state() == run.from()).as("%s", run).isEqualTo(isLoop);
            assertThat(cursors[0].state()).as("%s", run).isEqualTo(cursors[1].state());
            assertThat(traces.get(0)).as("%s", run).isNotEmpty().isEqualTo(traces.get(1));
            for (final Transition<SendState, SendEvent> row : SendTable.TRANSITIONS.rows()) {
                assertThat(ledgers[0].taken(row)).as("%s %s", run, row).isEqualTo(ledgers[1].taken(row));
            }
            if (isLoop) {
                cursors[0].must(SendEvent.RECORD_ENDED);
            }
            assertThatThrownBy(() -> cursors[0].must(run)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldNotBeginTwice() {
        final SendLedger ledger = new SendLedger(counters);
        final SendCursor cursor = new SendCursor();
        cursor.begin(ledger, SendState.POST_CONTROL);
        assertThatThrownBy(() -> cursor.begin(ledger, SendState.POST_CONTROL)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("state=POST_CONTROL");
    }

    @Test
    void shouldKeepItsCodes() {
        for (final SendState state : SendState.values()) {
            assertThat(SendState.of(state.code())).isEqualTo(state);
        }
        assertThat(SendState.of(-1)).isNull();
        assertThat(SendState.of(16)).isNull();
        assertThat(SendState.AWAITING_CONTROL_FLOW.code()).isEqualTo(5);
        assertThat(SendState.AWAITING_DONE_GET.code()).isEqualTo(13);
    }

    /** Returns the shortest sequence of events from the start to each state. */
    private static Map<SendState, List<SendEvent>> ways() {
        final Map<SendState, List<SendEvent>> ways = new EnumMap<>(SendState.class);
        ways.put(SendState.IDLE, List.of());
        final ArrayDeque<SendState> next = new ArrayDeque<>(List.of(SendState.IDLE));
        while (!next.isEmpty()) {
            final SendState from = next.poll();
            for (final Transition<SendState, SendEvent> row : SendTable.TRANSITIONS.rows()) {
                if (row.from() == from && !ways.containsKey(row.to())) {
                    final List<SendEvent> way = new ArrayList<>(ways.get(from));
                    way.add(row.event());
                    ways.put(row.to(), way);
                    next.add(row.to());
                }
            }
        }
        return ways;
    }
}
