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

import io.tombolo.ringbuffers.feed.FeedReading;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes feeds as text: a line for each feed, then a line for each reader.
 */
final class FeedText {
    private static final String INDENT = "  ";

    private final long readMs;
    private final Consumer<String> out;

    FeedText(final long readMs, final Consumer<String> out) {
        this.readMs = readMs;
        this.out = out;
    }

    void write(final List<FeedView> feeds) {
        out.accept("");
        if (feeds.isEmpty()) {
            out.accept("no feeds");
            return;
        }
        final TextTable table = new TextTable(INDENT, "<<<>>>>>>");
        table.row("feed", "writer", "mode", "ring", "longest", "keys", "published", "readers", "cut");
        for (final FeedView feed : feeds) {
            if (feed.problem().isEmpty()) {
                final FeedReading reading = feed.reading();
                table.row(feed.name(), feed.rank() + "/" + feed.number() + (reading.isClosed() ? ", closed" : ""), feed.mode(),
                    feed.geometry().capacity(), feed.geometry().longest(),
                    feed.geometry().keys() == 0 ? "-" : reading.keys() + "/" + feed.geometry().keys(), reading.published(),
                    reading.readers().size() + "/" + feed.geometry().readers(), reading.cuts());
            }
        }
        table.lines().forEach(out);
        readers(feeds);
        for (final FeedView feed : feeds) {
            if (!feed.problem().isEmpty()) {
                ScreenText.wrap(INDENT, INDENT + INDENT, "feed " + feed.number() + " of rank " + feed.rank() + ": " +
                    ScreenText.printable(feed.problem())).forEach(out);
            }
        }
    }

    private void readers(final List<FeedView> feeds) {
        final TextTable table = new TextTable(INDENT, "<><>>><>");
        table.row("feed", "reader", "state", "behind", "bytes", "missed", "", "open for");
        boolean isAny = false;
        for (final FeedView feed : feeds) {
            for (final FeedReading.Reader reader : feed.reading().readers()) {
                isAny = true;
                table.row(feed.name(), reader.rank(), FeedView.state(reader), reader.lagMessages(), reader.lagBytes(), reader.missed(),
                    reader.isAsleep() ? "asleep" : "", ScreenText.age(Math.max(0, readMs - reader.sinceMs())));
            }
        }
        if (isAny) {
            out.accept("");
            table.lines().forEach(out);
        }
    }
}
