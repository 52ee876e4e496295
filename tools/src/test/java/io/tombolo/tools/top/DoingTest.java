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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.inspect.Liveness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank does follows from what it waits for, what has moved, and its process. */
final class DoingTest {
    private static final RankCounts NOTHING_MOVED = new RankCounts(5, 5, 500, 500, 0, 0, 100);
    private static final double KNOWN = 0.5;

    @ParameterizedTest
    @CsvSource({
        "50, 5, 5000, 500, false, S", "5, 50, 500, 5000, false, R", "50, 40, 5000, 4000, false, X", "50, 5, 5000, 500, true, s",
        // Short answers to long messages.
        "15, 15, 700, 90000, false, R", "5, 5, 500, 500, true, z", "5, 5, 500, 500, false, C"})
    void shouldFollowWhatHasMoved(
        final long sent, final long received, final long bytesSent, final long bytesReceived, final boolean isAsleep, final char mark) {
        final RankCounts counts = new RankCounts(sent, received, bytesSent, bytesReceived, 0, 0, 100);
        final RankSample now = Samples.rank(0, "", Liveness.ALIVE, isAsleep, counts, null);
        assertThat(Doing.of(Samples.rank(0, "", NOTHING_MOVED), now, Samples.SECOND_NS, KNOWN).mark()).isEqualTo(mark);
    }

    @ParameterizedTest
    @EnumSource(names = {"SENDING", "RECEIVING", "COLLECTIVE", "LOCK", "WAITING"})
    void shouldFollowWhatItWaitsFor(final Activity activity) {
        final ShownWait wait = new ShownWait(activity, 5 * Samples.SECOND_NS, -1, "");
        final RankSample before = Samples.rank(0, "", NOTHING_MOVED);
        final RankSample now = Samples.rank(0, "", Liveness.ALIVE, true, NOTHING_MOVED, wait);
        assertThat(Doing.of(before, now, Samples.SECOND_NS, KNOWN)).isEqualTo(new Doing(activity, true));
        assertThat(Doing.of(null, now, 0, -1)).isEqualTo(new Doing(activity, true));
        assertThat(new Doing(activity, true).mark()).isLowerCase();
    }

    @Test
    void shouldIgnoreALongWaitOfOneThreadWhileOthersMoveMessages() {
        final RankSample before = Samples.rank(0, "", Samples.moved(0, 0));
        final ShownWait old = new ShownWait(Activity.RECEIVING, 2 * Samples.SECOND_NS, 1, "");
        final ShownWait young = new ShownWait(Activity.RECEIVING, Samples.SECOND_NS / 2, 1, "");
        final RankCounts sent = Samples.moved(100, 0);
        assertThat(Doing.of(before, Samples.rank(0, "", Liveness.ALIVE, false, sent, old), Samples.SECOND_NS, 1).activity())
            .isEqualTo(Activity.SENDING);
        assertThat(Doing.of(before, Samples.rank(0, "", Liveness.ALIVE, false, sent, young), Samples.SECOND_NS, 1).activity())
            .isEqualTo(Activity.RECEIVING);
    }

    @Test
    void shouldTellPollingComputingAndIdleProcessesApart() {
        final RankSample before = Samples.rank(0, "", NOTHING_MOVED);
        final RankCounts turned = new RankCounts(5, 5, 500, 500, 0, 0, 2000);
        assertThat(Doing.of(before, Samples.rank(0, "", turned), Samples.SECOND_NS, 1).activity()).isEqualTo(Activity.POLLING);
        assertThat(Doing.of(before, before, Samples.SECOND_NS, 0).mark()).isEqualTo('z');
        assertThat(Doing.of(before, before, Samples.SECOND_NS, -1).activity()).isEqualTo(Activity.COMPUTING);
    }

    @Test
    void shouldSayWhenItsProcessIsStoppedOrGone() {
        final RankSample before = Samples.rank(0, "", NOTHING_MOVED);
        final RankSample stopped = new RankSample(0, 1, "", Liveness.ALIVE, true, RankSample.UNKNOWN, true, NOTHING_MOVED, 0, 1,
            new ShownWait(Activity.LOCK, 1, 1, ""), LatencyCounts.NONE);
        assertThat(Doing.of(before, stopped, Samples.SECOND_NS, 1).mark()).isEqualTo('T');
        for (final Liveness liveness : Liveness.values()) {
            final Activity activity = Doing.of(before, Samples.rank(0, "", liveness, true, NOTHING_MOVED, null), 1, 1).activity();
            assertThat(activity).isEqualTo(switch (liveness) {
                case ALIVE -> Activity.ASLEEP;
                case DEAD -> Activity.DEAD;
                case LEFT -> Activity.LEFT;
                case ABSENT -> Activity.ABSENT;
            });
        }
    }

    @Test
    void shouldReadTheStateOfAProcessWhateverItsName() {
        final ProcessUse use = ProcessUse.parse("4711 (a) b (c) T 1 4711 4700 34816 4711 4194304 1 2 3 4 150 25 7 8 20 0 9");
        assertThat(use).isEqualTo(new ProcessUse('T', 1_750_000_000L));
        assertThat(use.isStopped()).isTrue();
        assertThat(ProcessUse.parse("4711 (java) S 1")).isEqualTo(ProcessUse.UNKNOWN);
        assertThat(ProcessUse.of(ProcessHandle.current().pid()).isStopped()).isFalse();
    }
}
