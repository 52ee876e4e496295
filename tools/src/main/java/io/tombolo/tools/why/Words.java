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
package io.tombolo.tools.why;

import io.tombolo.tools.text.ScreenText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Formats times and lists of ranks for a sentence.
 */
final class Words {
    private static final double MS_A_SECOND = 1_000;
    private static final long LONGEST_SECONDS = 120;

    private Words() {
    }

    /** A time such as {@code 812 ms}, {@code 12.3 s} or {@code 4 min}. */
    static String time(final long ms) {
        if (ms < TimeUnit.SECONDS.toMillis(1)) {
            return Math.max(0, ms) + " ms";
        }
        return ms < TimeUnit.SECONDS.toMillis(LONGEST_SECONDS) ?
            String.format(Locale.ROOT, "%.1f s", ms / MS_A_SECOND) : ScreenText.span(ms);
    }

    /** Ranks such as {@code rank 3} or {@code ranks 0, 2-5 and 9}. */
    static String ranks(final List<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ") + list(runs(ranks.stream().sorted().distinct().toList()));
    }

    private static List<String> runs(final List<Integer> ranks) {
        final List<String> runs = new ArrayList<>();
        for (int first = 0; first < ranks.size();) {
            int last = first;
            while (last + 1 < ranks.size() && ranks.get(last + 1) == ranks.get(last) + 1) {
                last++;
            }
            if (last == first + 1) {
                last = first;
            }
            runs.add(last == first ? ranks.get(first).toString() : ranks.get(first) + "-" + ranks.get(last));
            first = last + 1;
        }
        return runs;
    }

    /** Items such as {@code a, b and c}. */
    static String list(final List<String> items) {
        final int last = items.size() - 1;
        return last < 1 ? String.join("", items) : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
    }

    /** A number of things such as {@code 1 rank} or {@code 3 ranks}. */
    static String count(final long number, final String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
