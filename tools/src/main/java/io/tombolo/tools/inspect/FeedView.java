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

import io.tombolo.ringbuffers.feed.FeedGeometry;
import io.tombolo.ringbuffers.feed.FeedKind;
import io.tombolo.ringbuffers.feed.FeedReaderState;
import io.tombolo.ringbuffers.feed.FeedReading;
import java.util.List;
import java.util.Locale;

/**
 * A feed, with its readers.
 *
 * @param rank     its writer
 * @param number   of the feed of that rank
 * @param name     of the feed; empty if it could not be read
 * @param problem  why it could not be read, in one line; empty if it could
 * @param geometry its sizes; null if it could not be read
 * @param reading  its counts and readers
 */
public record FeedView(int rank, int number, String name, String problem, FeedGeometry geometry, FeedReading reading) {
    private static final FeedReading NOTHING = new FeedReading(0, 0, 0, 0, 0, false, List.of());

    /** A feed that cannot be read. */
    static FeedView unreadable(final int rank, final int number, final String problem) {
        return new FeedView(rank, number, "", problem, null, NOTHING);
    }

    /**
     * Returns what the feed does with slow readers.
     *
     * @return {@code reliable}, {@code latest}, or {@code keys} for a latest feed with keys
     */
    public String mode() {
        return geometry.kind() == FeedKind.CONFLATED ? "keys" : geometry.kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the state of a reader.
     *
     * @param reader of the feed
     * @return {@code joining}, {@code active}, {@code cut} or {@code unknown}
     */
    static String state(final FeedReading.Reader reader) {
        final FeedReaderState state = reader.state();
        return state == null ? "unknown" : state.name().toLowerCase(Locale.ROOT);
    }
}
