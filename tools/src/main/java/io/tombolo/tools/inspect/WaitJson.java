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

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.json.JsonWriter;

/** Writes what the threads of a rank wait for as members of the JSON object of the rank. */
final class WaitJson {
    private WaitJson() {
    }

    static void write(final WaitsReading reading, final long readMs, final JsonWriter json) {
        json.member("clockMs", reading.clockMs() == RankClock.UNKNOWN ? null : reading.clockMs())
            .member("singleThread", reading.isSingle()).member("waitsNotShown", reading.notShown()).array("waits");
        for (final WaitView view : reading.waits()) {
            final WaitReading wait = view.reading();
            json.object().member("number", wait.number()).member("thread", wait.thread()).member("call", wait.call().name())
                .member("mode", wait.mode().name()).member("ageMs", view.sinceMs() == RankClock.UNKNOWN ? null : view.ageMs(readMs))
                .member("endsMs", view.endsMs() == 0 ? null : view.endsMs())
                .member("callSite", wait.callSite().isEmpty() ? null : wait.callSite()).member("count", wait.count()).array("entries");
            wait.entries().forEach(entry -> write(entry, json));
            json.end().end();
        }
        json.end();
    }

    private static void write(final WaitEntry entry, final JsonWriter json) {
        json.object().member("kind", entry.kind().name()).member("rank", entry.rank() < 0 ? null : entry.rank())
            .member("anyRank", entry.rank() == WaitKind.ANY_RANK).member("tag", entry.tag() == WaitKind.NO_TAG ? null : entry.tag())
            .member("context", entry.context()).member("length", entry.length()).member("number", entry.number()).end();
    }
}
