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

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts the program in C that reaches a native system.
 */
final class NativeLauncher implements ProcessLauncher {

    private static final String RANK_BY_LAUNCHER = "-1";

    private final NativeSystem system;

    NativeLauncher(final NativeSystem system) {
        this.system = system;
    }

    @Override
    public List<ProcessBuilder> processes(final Plan plan, final Path directory, final int[] cores) throws IOException {
        final Path program = system.program();
        final List<ProcessBuilder> builders = new ArrayList<>();
        final List<String> launcher = system.launcher(plan.ranks());
        if (launcher.isEmpty()) {
            for (int rank = 0; rank < plan.ranks(); rank++) {
                builders.add(process(launcher, program, plan, directory, Integer.toString(rank), cores));
            }
        } else {
            builders.add(process(launcher, program, plan, directory, RANK_BY_LAUNCHER, cores));
        }
        return builders;
    }

    private ProcessBuilder process(
        final List<String> launcher, final Path program, final Plan plan, final Path directory, final String rank, final int... cores) {
        final List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
            program.toString(), directory.toString(), rank,
            Arrays.stream(cores).mapToObj(Integer::toString).collect(Collectors.joining(",")),
            Integer.toString(plan.payloadSize()), plan.pattern().label(), Integer.toString(plan.segmentMs())));
        plan.works().forEach(work -> command.add(work.encode()));
        final ProcessBuilder builder = new ProcessBuilder(command);
        system.settings(plan.ranks() > cores.length).forEach(setting -> {
            final int at = setting.indexOf('=');
            builder.environment().put(setting.substring(0, at), setting.substring(at + 1));
        });
        return builder;
    }
}
