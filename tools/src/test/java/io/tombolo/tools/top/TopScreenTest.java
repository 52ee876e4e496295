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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of the screen for sizes of terminals and numbers of ranks, without a terminal. */
final class TopScreenTest {
    private final ViewChoices choices = new ViewChoices(1000, false);

    private static List<String> text(final TopScreen screen, final RateHistory history, final ViewChoices choices) {
        return screen.lines(history, choices).stream().map(ScreenLine::text).toList();
    }

    private static RateHistory mixed() {
        final RateHistory history = new RateHistory();
        final ShownWait wait = new ShownWait(Activity.RECEIVING, 12 * Samples.SECOND_NS, 0, "recv from 0 tag 7 at Settlement.java:41");
        for (int second = 0; second < 4; second++) {
            history.add(Samples.job(second, List.of(
                Samples.rank(0, "gateway", new RankCounts(1500L * second, 0, 96_000L * second, 0, 0, 2L * second, 1)),
                Samples.rank(1, "", Liveness.ALIVE, true, RankCounts.NONE, wait),
                Samples.rank(2, "a name that is longer", second < 3 ? Liveness.ALIVE : Liveness.DEAD, false, RankCounts.NONE, null)),
                Samples.pair(0, 1, 1500L * second, 120_000L * second, 0), Samples.pair(0, 2, 0, 0, 0)));
        }
        return history;
    }

    @Test
    void shouldShowWhatEachRankDoesAndATableOfRanks() {
        final List<String> lines = text(new TopScreen(80, 24, true), mixed(), choices);
        assertThat(lines).hasSize(24);
        assertThat(lines.get(0)).startsWith("tombolo top  trading  live, 2 of 3 ranks  every 1 s  ");
        assertThat(lines.get(1)).startsWith("sent 1.5k messages/s, 96kB/s ").endsWith("@@@").hasSize(80);
        assertThat(lines.subList(2, 9)).containsExactly(
            "   0 gateway " + " ".repeat(64) + "SSS",
            "   1          " + " ".repeat(63) + "rrr",
            "   2 a name t " + " ".repeat(63) + "CC#",
            "C computing  S sending  R receiving  # dead  small: asleep in it",
            "",
            "rank name     sent/s recv/s out B/s in B/s unexp stall/s    wait    p99 cpu%",
            "   0 gateway    1.5k      0     96k      0     0       2       -      -    - @@@");
        assertThat(lines.get(9)).isEqualTo(
            "   1               0      0       0      0     0       0    12 s      -    -");
        assertThat(lines.get(23)).isEqualTo("q quit  t pairs  space pause  +- interval  arrows scroll  underlined: sort");
    }

    @Test
    void shouldSayWhatRanksWaitForIfThereIsRoom() {
        final List<String> lines = text(new TopScreen(160, 24, true), mixed(), choices);
        assertThat(lines.get(9)).endsWith(" recv from 0 tag 7 at Settlement.java:41");
        assertThat(lines.get(8)).endsWith(" sending");
    }

    @Test
    void shouldShowATableOfPairs() {
        choices.press('t', 1);
        final List<String> lines = text(new TopScreen(80, 24, false), mixed(), choices);
        assertThat(lines.subList(7, 11)).containsExactly(
            "from-to   msgs/s bytes/s queued  long untaken stall/s    wait    p99 msgs/s",
            "0-1         1.5k     96k      0     0       0       0       -      - " + " ".repeat(8) + "███",
            "0-2            0       0      0     0       0       0       -      -",
            "");
        choices.press('t', 1);
        assertThat(text(new TopScreen(80, 24, false), mixed(), choices).get(7)).startsWith("rank name");
        choices.press('t', 1);
        assertThat(text(new TopScreen(80, 24, false), Samples.growing(2, 2), choices)).contains("no rank has sent a message");
    }

    @Test
    void shouldGiveEachOfManyRanksAColumn() {
        final List<String> lines = text(new TopScreen(80, 24, true), Samples.growing(64, 9), choices);
        assertThat(lines.subList(2, 6)).containsExactly(
            "rank   0         1         2         3         4         5         6",
            "       0123456789012345678901234567890123456789012345678901234567890123",
            "now    C" + "S".repeat(63),
            "-1.0 s C" + "S".repeat(63));
        assertThat(lines.get(10)).isEqualTo("-6.0 s C" + "S".repeat(63));
        assertThat(lines.get(22)).isEqualTo("     and 56 more (arrow keys)");
        assertThat(lines.get(21)).startsWith("   7      7      0     700 ");
        choices.press(TopKeys.DOWN, 7);
        choices.press(TopKeys.PAGE_DOWN, 7);
        final List<String> scrolled = text(new TopScreen(80, 24, true), Samples.growing(64, 9), choices);
        assertThat(scrolled.get(14)).startsWith("   8 ");
        assertThat(scrolled.get(22)).isEqualTo("     and 48 more, 8 above (arrow keys)");
        choices.press(TopKeys.END, 7);
        final List<String> end = text(new TopScreen(80, 24, true), Samples.growing(64, 9), choices);
        assertThat(end.get(21)).startsWith("  63 ");
        assertThat(end.get(22)).isEqualTo("     and 56 above (arrow keys)");
        choices.press(TopKeys.UP, 7);
        assertThat(text(new TopScreen(80, 24, true), Samples.growing(64, 9), choices).get(22)).contains("1 more, 55 above");
        choices.press(TopKeys.HOME, 7);
        assertThat(text(new TopScreen(80, 24, true), Samples.growing(64, 9), choices).get(14)).startsWith("   0 ");
    }

    @Test
    void shouldScrollColumnsThatDoNotFit() {
        final TopScreen screen = new TopScreen(40, 24, true);
        final RateHistory history = Samples.growing(64, 3);
        assertThat(text(screen, history, choices)).anyMatch(line -> line.startsWith("and 31 more ranks (left, right)"));
        choices.press(TopKeys.RIGHT, 50);
        final List<String> lines = text(screen, history, choices);
        assertThat(lines.get(2)).startsWith("rank   3").endsWith("6");
        assertThat(lines.get(3)).startsWith("       12345678901").endsWith("3");
        choices.press(TopKeys.LEFT, 50);
        assertThat(text(screen, history, choices).get(3)).startsWith("       0123");
    }

    @ParameterizedTest
    @CsvSource({"80, 24, 64", "80, 24, 4", "200, 50, 64", "20, 4, 64", "20, 4, 1", "21, 7, 9", "33, 9, 100", "300, 100, 64"})
    void shouldFitAnyTerminal(final int width, final int height, final int ranks) {
        for (final boolean isOfPairs : new boolean[] {false, true}) {
            final List<ScreenLine> lines =
                new TopScreen(width, height, false).lines(Samples.growing(ranks, 400), new ViewChoices(1000, isOfPairs));
            assertThat(lines).hasSize(height).allMatch(line -> line.width() <= width);
            assertThat(lines.get(height - 1).text()).startsWith("q quit");
        }
    }

    @Test
    void shouldSortByTheKeysOfTheHeading() {
        final RateHistory history = Samples.growing(4, 3);
        final TopScreen screen = new TopScreen(80, 24, true);
        assertThat(ranks(text(screen, history, choices))).containsExactly(0, 1, 2, 3);
        choices.press('s', 1);
        assertThat(ranks(text(screen, history, choices))).containsExactly(3, 2, 1, 0);
        choices.press('s', 1);
        assertThat(ranks(text(screen, history, choices))).containsExactly(0, 1, 2, 3);
        choices.press('r', 1);
        choices.press('r', 1);
        assertThat(ranks(text(screen, history, choices))).containsExactly(3, 2, 1, 0);
        choices.press('x', 1);
        assertThat(ranks(text(screen, history, choices))).containsExactly(3, 2, 1, 0);
    }

    private static List<Integer> ranks(final List<String> lines) {
        final List<Integer> ranks = new ArrayList<>();
        lines.subList(9, 13).forEach(line -> ranks.add(Integer.parseInt(line.strip().split(" ")[0])));
        return ranks;
    }

    @Test
    void shouldSayThatTheJobHasEnded() {
        final RateHistory history = new RateHistory();
        history.add(Samples.job(0, List.of(Samples.rank(0, "", Liveness.DEAD, false, RankCounts.NONE, null),
            Samples.rank(1, "", Liveness.LEFT, false, RankCounts.NONE, null))));
        assertThat(text(new TopScreen(80, 24, true), history, choices).get(0))
            .isEqualTo("tombolo top  trading  the job has ended: 1 rank has died; q leaves");
        history.add(Samples.job(1, List.of(Samples.rank(0, "", Liveness.LEFT, false, RankCounts.NONE, null),
            Samples.rank(1, "", Liveness.LEFT, false, RankCounts.NONE, null))));
        assertThat(text(new TopScreen(80, 24, true), history, choices).get(0)).endsWith("all ranks have left; q leaves");
    }

    @Test
    void shouldPauseAndChangeTheInterval() {
        choices.press(' ', 1);
        choices.press('+', 1);
        assertThat(choices.isPaused()).isTrue();
        assertThat(choices.intervalMs()).isEqualTo(2000);
        assertThat(text(new TopScreen(90, 24, true), mixed(), choices).get(0)).contains("every 2 s").endsWith("  paused");
        for (int i = 0; i < 20; i++) {
            choices.press('-', 1);
        }
        assertThat(choices.intervalMs()).isEqualTo(100);
        choices.press(' ', 1);
        assertThat(choices.isPaused()).isFalse();
        for (final int key : new int[] {'q', TopKeys.INTERRUPT, TopKeys.CLOSED}) {
            final ViewChoices left = new ViewChoices(1000, true);
            left.press(key, 1);
            assertThat(left.isDone()).isTrue();
        }
    }
}
