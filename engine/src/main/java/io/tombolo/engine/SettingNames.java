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
package io.tombolo.engine;

import io.tombolo.engine.feed.FeedSettings;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.flight.OrderReader;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.ringbuffers.setting.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Lists the names of all system properties and environment variables of Tombolo, and reports names that are unknown. Without the report, a
 * misspelt setting would have no effect, and nobody would notice.
 */
final class SettingNames {
    /** Settings of an engine. */
    private static final List<String> SETTINGS = Stream.concat(
        Stream.of(
            EngineContext.DIRECTORY_PROPERTY, EngineContext.RANK_PROPERTY, EngineContext.SIZE_PROPERTY,
            EngineContext.GROUP_PROPERTY,
            EngineContext.NAME_PROPERTY, EngineContext.KEEP_PROPERTY, EngineContext.ABSENT_TIMEOUT_PROPERTY,
            EngineContext.THREAD_LEVEL_PROPERTY, EngineContext.ASYNC_PROGRESS_PROPERTY, EngineContext.JOIN_TIMEOUT_PROPERTY,
            EngineContext.CLOSE_TIMEOUT_PROPERTY, EngineContext.SPINS_PROPERTY, EngineContext.YIELDS_PROPERTY,
            EngineContext.CLAIM_BYTES_PROPERTY, EngineContext.FETCH_BYTES_PROPERTY, EngineContext.WINDOW_AGENT_PROPERTY,
            EngineContext.ENDPOINTS_PROPERTY, EngineContext.COLLECTIVE_SLOTS_PROPERTY, EngineContext.FLIGHT_MESSAGES_PROPERTY,
            EngineContext.FLIGHT_WAIT_PROPERTY, EngineContext.FLIGHT_PAYLOAD_PROPERTY,
            EngineContext.LATENCY_SAMPLE_PROPERTY, LibC.NATIVES_PROPERTY,
            FeedSettings.FEEDS_PROPERTY, FeedSettings.CAPACITY_PROPERTY, FeedSettings.READERS_PROPERTY, FeedSettings.CUT_OFF_PROPERTY),
        Stream.of(GeometrySetting.values()).map(GeometrySetting::propertyName)).toList();

    /** Names that only Tombolo's own programs set: the launcher, the command line, the benchmarks, the fault points. */
    private static final Set<String> INTERNAL = Set.of(
        "tombolo.home", "tombolo.extensions", "tombolo.run.parent", "tombolo.launch", "tombolo.bench.line",
        "tombolo.bench.payload", OrderReader.FILE_PROPERTY,
        FaultPoint.ENABLED_PROPERTY, FaultPoint.HALT_PROPERTY);

    /** Prefix of names that tests and the build use as they like. */
    private static final String TESTS = "tombolo.test";

    /** Unknown names that this process has reported. It reports each once, however many engines it launches. */
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private SettingNames() {
    }

    /** Returns the names of an engine's settings. */
    static List<String> settings() {
        return SETTINGS;
    }

    /** Logs each unknown name that is set and has not been reported yet. */
    static void reportUnknown() {
        for (final String name : Settings.names()) {
            if (!isKnown(name) && REPORTED.add(name)) {
                System.getLogger("io.tombolo.engine").log(System.Logger.Level.WARNING,
                    name + " is no setting and has no effect; the nearest one is " + nearest(name));
            }
        }
    }

    /** Returns whether Tombolo reads a property or variable of this name. */
    static boolean isKnown(final String name) {
        return Stream.concat(SETTINGS.stream(), INTERNAL.stream())
            .anyMatch(known -> known.equals(name) || Settings.variable(known).equals(name)) ||
            name.startsWith(TESTS) || name.startsWith(Settings.variable(TESTS));
    }

    /** Returns the setting whose name differs in the fewest letters, written as a property or a variable like the given name. */
    static String nearest(final String name) {
        final boolean isVariable = name.indexOf('.') < 0;
        return SETTINGS.stream().map(setting -> isVariable ? Settings.variable(setting) : setting)
            .min(Comparator.comparingInt(setting -> changes(setting, name))).orElseThrow();
    }

    /** Returns how many letters must be inserted, removed or replaced to turn one text into the other. */
    private static int changes(final String from, final String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 0; i < from.length(); i++) {
            final int[] next = new int[row.length];
            next[0] = i + 1;
            for (int j = 0; j < to.length(); j++) {
                final int replaced = row[j] + (from.charAt(i) == to.charAt(j) ? 0 : 1);
                next[j + 1] = Math.min(replaced, 1 + Math.min(row[j + 1], next[j]));
            }
            row = next;
        }
        return row[to.length()];
    }
}
