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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ratios of the engine to the floor in the record of a comparison, for each piece of work and state of the machine.
 */
final class StoredRatios {

    private static final Pattern NAME = Pattern.compile("compare-jdk(\\d+)\\.json");
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"?([^\",}]*)");
    private static final String RATIO = "ratio_to_floor";

    /** The members of a row of the record that identify the work. */
    private record Key(String bench, String peer, String size, String buffer, String lines) {
        static Key of(final Plan plan, final Work work) {
            return new Key(ComparisonJson.bench(plan.pattern()), plan.peer().label(), Integer.toString(work.size()),
                work.buffer().label(), work.fill().label());
        }

        static Key of(final Map<String, String> row) {
            return new Key(row.get("bench"), row.get("peer"), row.get("size"), row.get("buffer"), row.get("lines"));
        }
    }

    private final String name;
    private final Map<Key, Map<MachineState, Double>> byWork = new HashMap<>();
    private final double nearNs;

    /** Reads records, of which the first has precedence. */
    private StoredRatios(final List<Path> records) throws IOException {
        name = records.get(0).getFileName().toString();
        nearNs = rows(records.get(0)).stream().filter(row -> MachineState.NEAR == state(row)).mapToDouble(StoredRatios::canaryNs).min()
            .orElseThrow(() -> new IllegalArgumentException("record=" + name + ": no row of the engine on near cores"));
        for (final Path record : records) {
            for (final Map<String, String> row : rows(record)) {
                byWork.computeIfAbsent(Key.of(row), key -> new EnumMap<>(MachineState.class))
                    .putIfAbsent(state(row), Double.valueOf(row.get(RATIO)));
            }
        }
    }

    private static List<Map<String, String>> rows(final Path record) throws IOException {
        return Files.readAllLines(record).stream().map(StoredRatios::fields).filter(StoredRatios::isOfEngine).toList();
    }

    /**
     * Reads the record of the JDK whose feature number is nearest to this one, or the older of two. The other records give the states that
     * are not in it.
     */
    static StoredRatios nearest(final Path directory, final int feature) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("records=" + directory + ": no such directory");
        }
        try (Stream<Path> files = Files.list(directory)) {
            final List<Path> records = files.filter(file -> feature(file) > 0)
                .sorted(Comparator.<Path>comparingInt(file -> Math.abs(feature(file) - feature)).thenComparingInt(StoredRatios::feature))
                .toList();
            if (records.isEmpty()) {
                throw new IllegalArgumentException("records=" + directory + ": no compare-jdkNN.json there");
            }
            return new StoredRatios(records);
        }
    }

    /** Returns the file name of the nearest record. */
    String name() {
        return name;
    }

    /** Returns the shortest canary of near cores in the nearest record, in nanoseconds. */
    double nearNs() {
        return nearNs;
    }

    /** Returns the ratio of a piece of work in a state; if there is none, the largest one in other states. */
    double of(final Plan plan, final Work work, final MachineState state) {
        final Map<MachineState, Double> ratios = byWork.get(Key.of(plan, work));
        if (null == ratios) {
            throw new IllegalArgumentException("record=" + name + ": no row of " + RegressionVerdict.describe(plan, work));
        }
        return ratios.containsKey(state) ? ratios.get(state) : ratios.values().stream().max(Double::compare).orElseThrow();
    }

    private static int feature(final Path file) {
        final Matcher matcher = NAME.matcher(file.getFileName().toString());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static Map<String, String> fields(final String line) {
        final Map<String, String> fields = new HashMap<>();
        final Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2));
        }
        return fields;
    }

    private static boolean isOfEngine(final Map<String, String> row) {
        return row.containsKey(RATIO)
            && Stream.of(PeerKind.TOMBOLO, PeerKind.IN_PLACE).anyMatch(peer -> peer.label().equals(row.get("peer")));
    }

    private static MachineState state(final Map<String, String> row) {
        return Stream.of(MachineState.values()).filter(state -> state.label().equals(row.get("state"))).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("state=" + row.get("state")));
    }

    private static double canaryNs(final Map<String, String> row) {
        return (Double.parseDouble(row.get("canary_before_ns")) + Double.parseDouble(row.get("canary_after_ns"))) / 2;
    }
}
