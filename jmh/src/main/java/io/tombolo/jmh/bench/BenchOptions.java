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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of the commands that measure between processes.
 */
final class BenchOptions {

    private static final int QUICK_SEGMENT_MS = 1;
    private static final String SMALL_TERMS = "-Daeron.ipc.term.buffer.length=1m";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = {"--size", "--sizes"}, split = ",", paramLabel = "B", converter = SizeConverter.class,
        description = "Message sizes in bytes, with suffix K or M.")
    private final List<Integer> sizes = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "5",
        description = "Runs, each with new JVMs (default ${DEFAULT-VALUE}); the results are medians of the runs.")
    private int runs;

    @Option(names = "--segment-ms", paramLabel = "MS", defaultValue = "20",
        description = "Length of an uninterrupted measurement in milliseconds (default ${DEFAULT-VALUE}).")
    private int segmentMs;

    @Option(names = "--histogram", paramLabel = "DIR", description = "Write HdrHistogram logs to this directory.")
    private Path histograms;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "An argument for the measured JVMs; can be repeated.")
    private final List<String> jvmArguments = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "S", defaultValue = "3600",
        description = "Seconds for the whole command (default ${DEFAULT-VALUE}).")
    private int timeoutS;

    /** Refuses options that are out of range. */
    void check() {
        OptionRange.check(spec.commandLine(), "--runs", runs, 1, Integer.MAX_VALUE);
        OptionRange.check(spec.commandLine(), "--segment-ms", segmentMs, 1, Integer.MAX_VALUE);
    }

    /** Sets one run with short segments and small files. */
    void shorten() {
        runs = 1;
        segmentMs = QUICK_SEGMENT_MS;
        jvmArguments.add(0, SMALL_TERMS);
    }

    /** Returns the sizes in bytes that the user gave, or else the default ones. */
    List<Integer> sizes(final List<Integer> defaults) {
        return sizes.isEmpty() ? defaults : List.copyOf(sizes);
    }

    boolean json() {
        return json;
    }

    int runs() {
        return runs;
    }

    int segmentMs() {
        return segmentMs;
    }

    /** Returns the directory of the logs, or null if the user wants none. */
    Path histograms() {
        return histograms;
    }

    List<String> jvmArguments() {
        return List.copyOf(jvmArguments);
    }

    int timeoutS() {
        return timeoutS;
    }
}
