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
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A column of a table.
 *
 * @param title of the column
 * @param key   that sorts by it, a letter of the title
 * @param width in characters; negative for one whose cells begin at the left
 * @param cell  text of a row
 * @param order sorts the rows; null for the order in which they come
 * @param <R>   type of a row
 */
record TopColumn<R>(String title, char key, int width, Function<R, String> cell, Comparator<R> order) {
    /** Columns of the table of ranks. */
    static final List<TopColumn<RankRate>> RANKS = List.of(
        new TopColumn<>("rank", 'r', 4, rank -> Integer.toString(rank.now().rank()), null),
        new TopColumn<>("name", 'n', -8, rank -> rank.now().name(), Comparator.comparing(rank -> rank.now().name())),
        greatest("sent/s", 's', 6, RankRate::sent),
        greatest("recv/s", 'e', 6, RankRate::received),
        greatest("out B/s", 'o', 7, RankRate::bytesSent),
        greatest("in B/s", 'i', 6, RankRate::bytesReceived),
        greatest("unexp", 'u', 5, rank -> rank.now().unexpectedHeld()),
        greatest("stall/s", 'l', 7, RankRate::stalls),
        new TopColumn<>("wait", 'w', 7, rank -> CompactNumber.age(rank.oldestWaitNs()), descending(RankRate::oldestWaitNs)),
        new TopColumn<>("p99", '9', 6, rank -> CompactNumber.duration(rank.p99Ns()), descending(RankRate::p99Ns)),
        new TopColumn<>("cpu%", 'c', 4, rank -> CompactNumber.percent(rank.cores()), descending(RankRate::cores)));

    /** Columns of the table of pairs. */
    static final List<TopColumn<PairRate>> PAIRS = List.of(
        new TopColumn<>("from-to", 'f', -9, PairRate::name, null),
        greatest("msgs/s", 'm', 6, PairRate::messages),
        greatest("bytes/s", 'b', 7, PairRate::bytes),
        greatest("queued", 'd', 6, pair -> pair.now().queued()),
        greatest("long", 'g', 5, pair -> pair.now().pending()),
        greatest("untaken", 'u', 7, pair -> pair.now().untaken()),
        greatest("stall/s", 'l', 7, PairRate::stalls),
        new TopColumn<>("wait", 'w', 7, pair -> CompactNumber.age(pair.oldestWaitNs()), descending(PairRate::oldestWaitNs)),
        new TopColumn<>("p99", '9', 6, pair -> CompactNumber.duration(pair.p99Ns()), descending(PairRate::p99Ns)));

    private static final int NAMES = 1;

    private static <R> TopColumn<R> greatest(final String title, final char key, final int width, final ToDoubleFunction<R> value) {
        return new TopColumn<>(title, key, width, row -> CompactNumber.of(value.applyAsDouble(row)), descending(value));
    }

    private static <R> Comparator<R> descending(final ToDoubleFunction<R> value) {
        return Comparator.comparingDouble(value).reversed();
    }

    /** The columns of ranks whose longest name has so many characters; without that of names if there are none. */
    static List<TopColumn<RankRate>> ranks(final int longestName) {
        final List<TopColumn<RankRate>> columns = new ArrayList<>(RANKS);
        final TopColumn<RankRate> names = columns.remove(NAMES);
        if (longestName > 0) {
            final int width = Math.max(names.width, -Math.max(names.title.length(), longestName));
            columns.add(NAMES, new TopColumn<>(names.title, names.key, width, names.cell, names.order));
        }
        return columns;
    }

    /** A text in the width of the column; what does not fit is cut. */
    String fit(final String text) {
        final int room = Math.abs(width);
        final String cut = text.length() > room ? text.substring(0, room) : text;
        final String pad = " ".repeat(room - cut.length());
        return width < 0 ? cut + pad : pad + cut;
    }
}
