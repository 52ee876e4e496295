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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts JVMs with the Java and the class path of this process.
 */
final class JvmLauncher implements ProcessLauncher {

    static final List<String> FLAGS = List.of(
        "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED");

    /**
     * The measured threads keep both cores busy, so a compiler in the background would run too late. The compiled code is the same. Ranks
     * that sleep leave it time, and waiting for the compiler would count as the time of a wake-up.
     */
    private static final String COMPILE_AT_ONCE = "-Xbatch";

    private final List<String> jvmArguments;

    JvmLauncher(final List<String> jvmArguments) {
        this.jvmArguments = jvmArguments;
    }

    @Override
    public List<ProcessBuilder> processes(final Plan plan, final Path directory, final int[] cores) {
        final List<ProcessBuilder> builders = new ArrayList<>();
        for (int rank = 0; rank < plan.processes(); rank++) {
            builders.add(process(plan, directory, rank, rank < plan.ranks() ? cores[plan.core(rank, cores.length)] : Cores.NONE));
        }
        return builders;
    }

    private ProcessBuilder process(final Plan plan, final Path directory, final int rank, final int core) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        if (TrafficPattern.SLEEP != plan.pattern()) {
            command.add(COMPILE_AT_ONCE);
        }
        command.add("-D" + Line.PATH_PROPERTY + "=" + directory.resolve(Plan.LINE_FILE));
        command.add("-D" + Line.PAYLOAD_PROPERTY + "=" + plan.payloadSize());
        command.addAll(plan.settings());
        command.addAll(plan.peer().flags());
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ProcessMain.class.getName()));
        command.addAll(plan.arguments(directory, rank, core));
        final ProcessBuilder builder = new ProcessBuilder(command);
        MeasuredEnvironment.prepare(builder.environment());
        return builder;
    }
}
