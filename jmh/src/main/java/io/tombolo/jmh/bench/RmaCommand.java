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

import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.WindowAccess;
import io.tombolo.jmh.bench.process.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures accesses of a window of another process.
 */
@Command(
    name = "rma",
    description = {
        "Time of an access of a window at another rank, and its ratio to the floor.",
        "",
        "The floor is half a round trip of a bare cache line, from 4 KiB on a bare copy into or out of shared memory.",
        "",
        "Company idle: nobody else touches the window. Crossing: the other rank does the same before each access, so that every line "
            + "comes from its core. Contended: it does the same all the time; then the time is that of a turn, of either rank. In direct "
            + "mode the other rank takes no part; in packet mode it does nothing but serve.",
        ""})
final class RmaCommand implements Callable<Integer> {

    private static final List<Integer> SMALL = List.of(Long.BYTES);
    private static final List<Integer> LARGE = List.of(4096, 64 << 10, 1 << 20);

    @Mixin
    private BenchOptions options;

    @Option(names = "--mode", split = ",", paramLabel = "M", defaultValue = "direct,packet",
        description = "Of the window: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<WindowMode> modes;

    @Option(names = "--access", split = ",", paramLabel = "A", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<WindowAccess.Kind> kinds;

    @Option(names = "--company", split = ",", paramLabel = "C", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<WindowAccess.Company> companies;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        final List<Work> works = new ArrayList<>();
        for (final WindowMode mode : modes) {
            for (final WindowAccess.Company company : WindowAccess.Company.values()) {
                for (final WindowAccess.Kind kind : WindowAccess.Kind.values()) {
                    add(works, new WindowAccess(mode, kind, company));
                }
            }
        }
        if (works.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no --access fits --company and --size");
        }
        new Session("rma", options, spec.commandLine())
            .run(List.of(new Plan(PeerKind.TOMBOLO, TrafficPattern.RMA, options.segmentMs(), works)));
        return 0;
    }

    private void add(final List<Work> works, final WindowAccess access) {
        final boolean wanted = access.kind() != WindowAccess.Kind.NONE && (kinds == null || kinds.contains(access.kind())) &&
            (companies == null || companies.contains(access.company()));
        // In each other's way are those that lock; the others meet on the element alone.
        final boolean isRow = access.company() != WindowAccess.Company.CONTENDED || access.kind() == WindowAccess.Kind.LOCK_PUT_UNLOCK ||
            access.kind() == WindowAccess.Kind.LOCK_GET_UNLOCK;
        if (wanted && isRow) {
            for (final int size : sizes(access)) {
                works.add(new Work(size, BufferKind.PRIVATE, Fill.CLEAN, access));
            }
        }
    }

    private List<Integer> sizes(final WindowAccess access) {
        if (!access.kind().hasSize()) {
            return SMALL;
        }
        final List<Integer> sizes = new ArrayList<>(SMALL);
        if (access.company() == WindowAccess.Company.IDLE && !access.kind().name().startsWith("LOCK")) {
            sizes.addAll(LARGE);
        }
        final List<Integer> chosen = options.sizes(sizes);
        if (chosen.contains(0)) {
            throw new ParameterException(spec.commandLine(), "--size=0: at least 1");
        }
        return chosen;
    }
}
