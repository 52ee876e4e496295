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
import io.tombolo.tools.json.JsonWriter;

/**
 * Writes feeds as objects of a JSON array.
 */
final class FeedJson {
    private FeedJson() {
    }

    static void write(final FeedView feed, final JsonWriter json) {
        final FeedReading reading = feed.reading();
        final boolean isRead = feed.problem().isEmpty();
        json.object().member("rank", feed.rank()).member("number", feed.number()).member("name", feed.name())
            .member("problem", isRead ? null : feed.problem()).member("mode", isRead ? feed.mode() : null)
            .member("capacity", isRead ? feed.geometry().capacity() : null).member("longest", isRead ? feed.geometry().longest() : null)
            .member("maxKeys", isRead ? feed.geometry().keys() : null).member("keys", reading.keys())
            .member("maxReaders", isRead ? feed.geometry().readers() : null).member("published", reading.published())
            .member("cut", reading.cuts()).member("closed", reading.isClosed()).array("readers");
        for (final FeedReading.Reader reader : reading.readers()) {
            json.object().member("slot", reader.slot()).member("rank", reader.rank()).member("incarnation", reader.incarnation())
                .member("state", FeedView.state(reader)).member("lagMessages", reader.lagMessages()).member("lagBytes", reader.lagBytes())
                .member("missed", reader.missed()).member("sinceMs", reader.sinceMs()).member("asleep", reader.isAsleep()).end();
        }
        json.end().end();
    }
}
