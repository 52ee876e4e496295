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
package io.tombolo.tools.run;

import io.tombolo.ringbuffers.job.CoreSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which cores each rank may run on. The allowed cores are dealt to the ranks in turn, so each rank has cores of its own if there are
 * enough. Otherwise each rank gets one core, which it shares. The program {@code taskset} pins.
 */
final class CorePlan {
    /** The plan that leaves every rank on all cores. */
    static final CorePlan NONE = new CorePlan(Optional.empty(), List.of());

    private final Optional<Path> taskset;
    private final List<String> lists;

    private CorePlan(final Optional<Path> taskset, final List<String> lists) {
        this.taskset = taskset;
        this.lists = lists;
    }

    /**
     * Deals cores.
     *
     * @param taskset the program
     * @param ranks   number of ranks
     * @param cores   allowed cores, at least one
     */
    static CorePlan of(final Path taskset, final int ranks, final List<Integer> cores) {
        final int count = cores.size();
        return new CorePlan(Optional.of(taskset), IntStream.range(0, ranks)
            .mapToObj(rank -> count < ranks ? Integer.toString(cores.get(rank % count)) :
                IntStream.range(0, count).filter(i -> i % ranks == rank).mapToObj(i -> cores.get(i).toString())
                    .collect(Collectors.joining(",")))
            .toList());
    }

    /** The cores that this process may run on, in order; none if the system does not tell. */
    static List<Integer> allowed() {
        return CoreSet.allowed().stream().boxed().toList();
    }

    /** The cores of a rank, such as {@code 0,2}; empty without a plan. */
    String cores(final int rank) {
        return taskset.isPresent() ? lists.get(rank) : "";
    }

    /** The command that starts another one on the cores of a rank. {@code taskset} replaces itself, so the pid stays the same. */
    List<String> pinned(final int rank, final List<String> command) {
        if (taskset.isEmpty()) {
            return command;
        }
        final List<String> wrapped = new ArrayList<>(List.of(taskset.orElseThrow().toString(), "-c", cores(rank)));
        wrapped.addAll(command);
        return wrapped;
    }

    /**
     * Moves all threads of a running process to the cores of a rank.
     *
     * @throws InterruptedException if interrupted meanwhile
     */
    void pin(final int rank, final long pid) throws InterruptedException {
        if (taskset.isEmpty()) {
            return;
        }
        try {
            new ProcessBuilder(taskset.orElseThrow().toString(), "-a", "-c", "-p", cores(rank), Long.toString(pid))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        } catch (final IOException unpinned) {
            // The program is gone: the rank runs on all cores, as without a plan.
            return;
        }
    }
}
