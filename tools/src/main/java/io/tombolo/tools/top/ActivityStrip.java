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

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Draws what each rank did at the last samples, one character for each rank and sample. A few ranks have a line each, with the newest
 * sample at the right. Many ranks have a column each, with the newest sample at the top.
 */
final class ActivityStrip {
    private static final int NAME_WIDTH = 8;
    private static final int NUMBER_WIDTH = 4;
    private static final int TIME_WIDTH = 7;
    private static final int TEN = 10;
    private static final int NUMBER_LINES = 2;

    private final List<JobRates> history;
    private final int width;
    private final int height;

    /**
     * Prepares a strip.
     *
     * @param history all rates that are kept, the newest last; not empty
     * @param width   characters of a line
     * @param height  lines, from 1
     */
    ActivityStrip(final List<JobRates> history, final int width, final int height) {
        this.history = history;
        this.width = width;
        this.height = height;
    }

    /** The lines of the strip, at most as many as it has. */
    List<ScreenLine> lines(final ViewChoices choices) {
        final int ranks = newest().ranks().size();
        return ranks <= height || height <= NUMBER_LINES ? rows(ranks) : columns(ranks, choices);
    }

    private JobRates newest() {
        return history.get(history.size() - 1);
    }

    private List<ScreenLine> rows(final int ranks) {
        final boolean hasNames = newest().ranks().stream().anyMatch(rank -> !rank.now().name().isEmpty());
        final int shown = Math.max(0, Math.min(history.size(), width - NUMBER_WIDTH - 1 - (hasNames ? NAME_WIDTH + 1 : 0)));
        final List<ScreenLine> lines = new ArrayList<>();
        for (int rank = 0; rank < Math.min(ranks, height); rank++) {
            final String name = newest().ranks().get(rank).now().name();
            final ScreenLine line = new ScreenLine().add(String.format(Locale.ROOT, "%" + NUMBER_WIDTH + "d ", rank));
            if (hasNames) {
                line.add(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s ", name.substring(0, Math.min(NAME_WIDTH, name.length()))));
            }
            line.add(" ".repeat(width - line.width() - shown));
            for (final JobRates rates : history.subList(history.size() - shown, history.size())) {
                add(line, rates.ranks().get(rank).doing());
            }
            lines.add(line);
        }
        return lines;
    }

    private List<ScreenLine> columns(final int ranks, final ViewChoices choices) {
        final int room = Math.max(1, Math.min(ranks, width - TIME_WIDTH));
        final int first = choices.firstRank(ranks, room);
        final ScreenLine tens = ScreenLine.of(fit("rank"), Tone.HEADING);
        final ScreenLine units = ScreenLine.of(fit(""), Tone.HEADING);
        for (int rank = first; rank < first + room; rank++) {
            tens.add(rank % TEN == 0 || rank == first ? Integer.toString(rank / TEN % TEN) : " ", Tone.HEADING);
            units.add(Integer.toString(rank % TEN), Tone.HEADING);
        }
        final List<ScreenLine> lines = new ArrayList<>(List.of(tens, units));
        final int shown = Math.min(history.size(), height - NUMBER_LINES);
        for (int ago = 0; ago < shown; ago++) {
            final JobRates rates = history.get(history.size() - 1 - ago);
            final ScreenLine line = ScreenLine.of(fit(age(rates)), Tone.DIM);
            for (int rank = first; rank < first + room; rank++) {
                add(line, rates.ranks().get(rank).doing());
            }
            lines.add(line);
        }
        return lines;
    }

    /** How old rates are: {@code now}, or such as {@code -1.5 s}. */
    private String age(final JobRates rates) {
        final long ms = TimeUnit.NANOSECONDS.toMillis(newest().now().timeNs() - rates.now().timeNs());
        return rates == newest() ? "now" : String.format(Locale.ROOT, "-%.1f s", ms / 1e3);
    }

    private static String fit(final String text) {
        return String.format(Locale.ROOT, "%-" + TIME_WIDTH + "s", text);
    }

    private static void add(final ScreenLine line, final Doing doing) {
        line.add(String.valueOf(doing.mark()), doing.activity().tone());
    }

    /** The ranks that the last lines leave out; 0 if all are shown. */
    int hidden() {
        final int ranks = newest().ranks().size();
        return ranks <= height ? 0 : height <= NUMBER_LINES ? ranks - height : Math.max(0, ranks - (width - TIME_WIDTH));
    }

    /** Explains the characters that appear. */
    ScreenLine legend() {
        final Set<Activity> seen = EnumSet.noneOf(Activity.class);
        boolean isAsleep = false;
        for (final JobRates rates : history) {
            for (final RankRate rank : rates.ranks()) {
                seen.add(rank.doing().activity());
                isAsleep |= rank.doing().isAsleep() && rank.doing().activity() != Activity.ASLEEP;
            }
        }
        seen.remove(Activity.ABSENT);
        final ScreenLine legend = new ScreenLine();
        for (final Activity activity : seen) {
            legend.add(String.valueOf(activity.mark(false)), activity.tone()).add(" " + activity.word() + "  ", Tone.DIM);
        }
        return legend.add(isAsleep ? "small: asleep in it" : "", Tone.DIM);
    }
}
