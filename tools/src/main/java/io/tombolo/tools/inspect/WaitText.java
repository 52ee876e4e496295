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
package io.tombolo.tools.inspect;

import io.tombolo.tools.text.ScreenText;
import java.util.List;
import java.util.function.Consumer;

/** Writes what threads wait for as text. */
final class WaitText {
    private static final String INDENT = "  ";

    private final long readMs;
    private final InspectOptions options;
    private final Consumer<String> out;

    WaitText(final long readMs, final InspectOptions options, final Consumer<String> out) {
        this.readMs = readMs;
        this.options = options;
        this.out = out;
    }

    /** Writes the waits of all ranks that have some. */
    void write(final List<RankView> ranks) {
        final List<WaitView> waits = ranks.stream().flatMap(rank -> rank.waits().waits().stream()).toList();
        final int notShown = ranks.stream().mapToInt(rank -> rank.waits().notShown()).sum();
        if (waits.isEmpty()) {
            return;
        }
        out.accept("");
        out.accept("waits");
        final int shown = Math.min(waits.size(), options.limit());
        waits.subList(0, shown).forEach(this::write);
        if (shown < waits.size() + notShown) {
            out.accept(INDENT + "and " + (waits.size() - shown + notShown) + " more threads" +
                (shown < waits.size() ? "; --queues shows them" : ""));
        }
    }

    private void write(final WaitView wait) {
        final String age = wait.sinceMs() == RankClock.UNKNOWN ? "" : " for " + ScreenText.age(wait.ageMs(readMs));
        final String thread = wait.reading().thread().isEmpty() ? "" : " (" + wait.reading().thread() + ")";
        final String site = wait.reading().callSite().isEmpty() ? "" : ", at " + wait.reading().callSite();
        ScreenText.wrap(INDENT, INDENT + INDENT, "rank " + wait.rank() + thread + " waits" + age + " in " + wait.reading().call().text() +
            ": " + wait.what() + site).forEach(out);
    }
}
