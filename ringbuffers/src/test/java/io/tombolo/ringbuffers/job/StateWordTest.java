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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateWordTest {
    private static final long MOST_MS = (1L << 37) - 1;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, MOST_MS})
    void shouldUnpackWhatItPacks(final long sinceMs) {
        for (final RankState state : RankState.values()) {
            for (final StateReason reason : StateReason.values()) {
                for (final int incarnation : new int[] {0, 1, StateWord.MAX_INCARNATION}) {
                    for (final boolean isAfterLeft : new boolean[] {false, true}) {
                        final long word = StateWord.of(incarnation, state, reason, isAfterLeft, sinceMs);
                        assertThat(StateWord.incarnation(word)).isEqualTo(incarnation);
                        assertThat(StateWord.state(word)).isSameAs(state);
                        assertThat(StateWord.stateCode(word)).isEqualTo(state.code());
                        assertThat(StateWord.reason(word)).isSameAs(reason);
                        assertThat(StateWord.isAfterLeft(word)).isEqualTo(isAfterLeft);
                        assertThat(StateWord.sinceMs(word)).isEqualTo(sinceMs);
                    }
                }
            }
        }
    }

    @Test
    void shouldBeZeroForARowThatNobodyHasJoined() {
        assertThat(StateWord.of(0, RankState.FREE, StateReason.NONE, false, 0)).isZero();
    }

    @Test
    void shouldKeepTheOtherFieldsWhateverTheTime() {
        for (final long sinceMs : new long[] {-1, Long.MIN_VALUE, MOST_MS + 6, Long.MAX_VALUE}) {
            final long word = StateWord.of(5, RankState.LIVE, StateReason.JOINED, false, sinceMs);
            assertThat(StateWord.incarnation(word)).isEqualTo(5);
            assertThat(StateWord.state(word)).isSameAs(RankState.LIVE);
            assertThat(StateWord.isAfterLeft(word)).isFalse();
            assertThat(StateWord.sinceMs(word)).isEqualTo(sinceMs < 0 ? 0 : sinceMs & MOST_MS);
        }
    }

    @Test
    void shouldShowAnUnknownCodeAsDamage() {
        assertThat(StateWord.state(6L << 41)).isSameAs(RankState.CORRUPT);
        assertThat(StateWord.reason(7L << 38)).isSameAs(StateReason.CORRUPT);
    }

    @Test
    void shouldAllowOnlyTheChangesOfThePicture() {
        final Set<String> allowed = new TreeSet<>();
        for (final RankState from : RankState.values()) {
            for (final RankState to : RankState.values()) {
                for (final StateReason reason : StateReason.values()) {
                    final long before = StateWord.of(3, from, StateReason.NONE, false, 4);
                    if (to.mayFollow(from) && reason.explains(to)) {
                        assertThat(StateWord.state(StateWord.next(before, to, reason, 9))).isSameAs(to);
                        allowed.add(from + " " + to + " " + reason);
                    } else {
                        assertThatThrownBy(() -> StateWord.next(before, to, reason, 9)).isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("a row cannot change from " + from + " to " + to + " for the reason " + reason);
                    }
                }
            }
        }
        assertThat(allowed).containsExactly(
            "FAILED JOINING JOINED", "FREE JOINING JOINED",
            "JOINING FAILED EVICTED", "JOINING FAILED PROCESS_GONE", "JOINING FAILED REPLACED",
            "JOINING LEFT CLOSED", "JOINING LEFT WITHDRAWN", "JOINING LIVE JOINED",
            "LEFT JOINING JOINED",
            "LIVE FAILED EVICTED", "LIVE FAILED PROCESS_GONE", "LIVE FAILED REPLACED",
            "LIVE LEFT CLOSED", "LIVE LEFT WITHDRAWN");
    }

    @Test
    void shouldCountIncarnationsAndRememberWhetherTheOneBeforeHadLeft() {
        final long joining = StateWord.next(0, RankState.JOINING, StateReason.JOINED, 10);
        assertThat(StateWord.incarnation(joining)).isEqualTo(1);
        assertThat(StateWord.isAfterLeft(joining)).isFalse();
        final long left = StateWord.next(joining, RankState.LEFT, StateReason.WITHDRAWN, 11);
        final long second = StateWord.next(left, RankState.JOINING, StateReason.JOINED, 12);
        final long live = StateWord.next(second, RankState.LIVE, StateReason.JOINED, 13);
        final long failed = StateWord.next(live, RankState.FAILED, StateReason.PROCESS_GONE, 14);
        for (final long word : new long[] {second, live, failed}) {
            assertThat(StateWord.incarnation(word)).isEqualTo(2);
            assertThat(StateWord.isAfterLeft(word)).isTrue();
        }
        assertThat(StateWord.sinceMs(failed)).isEqualTo(14);
        final long third = StateWord.next(failed, RankState.JOINING, StateReason.JOINED, 15);
        assertThat(StateWord.incarnation(third)).isEqualTo(3);
        assertThat(StateWord.isAfterLeft(third)).isFalse();
    }
}
