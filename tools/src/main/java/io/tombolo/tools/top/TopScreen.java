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

import io.tombolo.tools.text.ScreenText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes the lines of the screen: a title, what each rank did at the last samples, a table, and the keys.
 */
final class TopScreen {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    /** Lines besides the strip and the rows of the table: title, totals, legend, an empty one, heading, keys. */
    private static final int OTHER_LINES = 6;
    private static final int LEAST_STRIP = 1;
    private static final String KEYS = "q quit  t %s  space %s  +- interval  arrows scroll  underlined: sort";

    private final int width;
    private final int height;
    private final boolean isAscii;
    private int page = 1;

    /**
     * Prepares a screen.
     *
     * @param width   characters of a line
     * @param height  lines
     * @param isAscii whether the terminal shows only ASCII
     */
    TopScreen(final int width, final int height, final boolean isAscii) {
        this.width = width;
        this.height = height;
        this.isAscii = isAscii;
    }

    /** Rows of the table that the last screen showed, at least 1. */
    int page() {
        return page;
    }

    /**
     * Makes the lines.
     *
     * @param history with one sample at least
     * @param choices of the user
     * @return at most as many lines as the screen has, each at most as wide
     */
    List<ScreenLine> lines(final RateHistory history, final ViewChoices choices) {
        final JobRates last = history.last();
        final List<JobRates> all = history.last(RateHistory.KEPT);
        final int room = Math.max(0, height - OTHER_LINES);
        final int stripHeight = Math.max(LEAST_STRIP, Math.min(last.ranks().size(), room / 2));
        final ActivityStrip strip = new ActivityStrip(all, width, stripHeight);
        final List<ScreenLine> lines = new ArrayList<>();
        lines.add(title(last, choices));
        lines.add(totals(last, all));
        lines.addAll(strip.lines(choices));
        lines.add(legend(strip));
        lines.add(new ScreenLine());
        // The strip of many ranks has few lines until there are samples; the table keeps its place.
        while (lines.size() < stripHeight + OTHER_LINES - 2) {
            lines.add(new ScreenLine());
        }
        final int tableHeight = Math.max(0, height - lines.size() - 2);
        page = Math.max(1, tableHeight - 1);
        lines.addAll(choices.isOfPairs() ? pairs(last, all, choices, tableHeight) : ranks(last, all, choices, tableHeight));
        while (lines.size() < height - 1) {
            lines.add(new ScreenLine());
        }
        final List<ScreenLine> fitting = new ArrayList<>(lines.subList(0, Math.max(0, Math.min(lines.size(), height - 1))));
        fitting.add(keys(choices));
        return fitting.stream().map(line -> line.cut(width)).toList();
    }

    private static ScreenLine title(final JobRates last, final ViewChoices choices) {
        final JobSample now = last.now();
        final String time = TIME.format(Instant.ofEpochMilli(now.wallMs()).atZone(ZoneId.systemDefault()));
        final ScreenLine title = new ScreenLine().add("tombolo top  ", Tone.HEADING).add(now.name() + "  ")
            .add(now.state(), now.isEnded() ? Tone.BAD : Tone.PLAIN);
        return now.isEnded() ? title.add("; q leaves", Tone.BAD) :
            title.add("  every " + ScreenText.age(choices.intervalMs()) + "  " + time, Tone.DIM).add(choices.isPaused() ? "  paused" : "");
    }

    private ScreenLine totals(final JobRates last, final List<JobRates> all) {
        final ScreenLine line = new ScreenLine().add(String.format(Locale.ROOT, "%-28s", "sent " + CompactNumber.of(last.messages())
            + " messages/s, " + CompactNumber.of(last.bytes()) + "B/s") + " ");
        final int room = Math.max(0, width - line.width());
        final List<JobRates> shown = all.subList(Math.max(0, all.size() - room), all.size());
        return line.add(" ".repeat(room - shown.size()))
            .add(Sparkline.of(shown.stream().mapToDouble(JobRates::messages).toArray(), isAscii), Tone.SENDING);
    }

    private static ScreenLine legend(final ActivityStrip strip) {
        final int hidden = strip.hidden();
        return hidden == 0 ? strip.legend() : new ScreenLine().add("and " + hidden + " more ranks (left, right)  ", Tone.DIM)
            .add(strip.legend().text(), Tone.DIM);
    }

    private List<ScreenLine> ranks(final JobRates last, final List<JobRates> all, final ViewChoices choices, final int room) {
        final int longestName = last.ranks().stream().mapToInt(rank -> rank.now().name().length()).max().orElse(0);
        final TopTable<RankRate> table = new TopTable<>(TopColumn.ranks(longestName), width, isAscii);
        final List<ScreenLine> lines = new ArrayList<>(List.of(table.heading(choices.sortKey())));
        lines.addAll(table.rows(last.ranks(), choices, room, rank -> all.stream()
            .mapToDouble(rates -> rates.ranks().get(rank.now().rank()).messages()).toArray(), TopScreen::remark));
        return lines;
    }

    private static String remark(final RankRate rank) {
        return rank.now().oldestWait() == null ? rank.doing().word() : rank.now().oldestWait().text();
    }

    private List<ScreenLine> pairs(final JobRates last, final List<JobRates> all, final ViewChoices choices, final int room) {
        final TopTable<PairRate> table = new TopTable<>(TopColumn.PAIRS, width, isAscii);
        final List<Map<Long, Double>> messages = all.stream().map(rates -> rates.pairs().stream()
            .collect(Collectors.toMap(pair -> pair.now().order(), PairRate::messages))).toList();
        final List<ScreenLine> lines = new ArrayList<>(List.of(table.heading(choices.sortKey())));
        lines.addAll(table.rows(last.pairs(), choices, room, pair -> messages.stream()
            .mapToDouble(at -> at.getOrDefault(pair.now().order(), 0.0)).toArray(),
            pair -> pair.now().oldestWait() == null ? "" : pair.now().oldestWait().text()));
        if (last.pairs().isEmpty()) {
            lines.add(ScreenLine.of("no rank has sent a message", Tone.DIM));
        }
        return lines;
    }

    private static ScreenLine keys(final ViewChoices choices) {
        return ScreenLine.of(String.format(Locale.ROOT, KEYS, choices.isOfPairs() ? "ranks" : "pairs",
            choices.isPaused() ? "go on" : "pause"), Tone.DIM);
    }
}
