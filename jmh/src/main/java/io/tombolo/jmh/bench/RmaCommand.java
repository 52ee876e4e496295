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
 * Measures accesses to the window of another process.
 */
@Command(
    name = "rma",
    description = {
        "Accesses to the window of another rank, and their ratio to the floor.",
        "",
        "The floor is half a round trip of a bare cache line. From 4K on it is a plain copy into or out of shared memory.",
        "",
        "Company idle: no other rank touches the window. Company crossing: the target makes the same access before each access of the "
            + "origin, so that all lines come from its core. Company contended: both ranks make the access all the time; a time is that of "
            + "one access by either rank. With company idle in direct mode the target takes no part. In packet mode it only serves the "
            + "window.",
        ""})
final class RmaCommand implements Callable<Integer> {

    private static final List<Integer> SMALL = List.of(Long.BYTES);
    private static final List<Integer> LARGE = List.of(4096, 64 << 10, 1 << 20);

    @Mixin
    private BenchOptions options;

    @Option(names = "--mode", split = ",", paramLabel = "M", defaultValue = "direct,packet",
        description = "Modes of the window: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<WindowMode> modes;

    @Option(names = "--access", split = ",", paramLabel = "A", description = "Accesses: ${COMPLETION-CANDIDATES} (default: all).")
    private List<WindowAccess.Kind> kinds;

    @Option(names = "--company", split = ",", paramLabel = "C",
        description = "What the target does meanwhile: ${COMPLETION-CANDIDATES} (default: all).")
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
        new Session(options, spec.commandLine())
            .run(List.of(new Plan(PeerKind.TOMBOLO, TrafficPattern.RMA, options.segmentMs(), works)));
        return 0;
    }

    private void add(final List<Work> works, final WindowAccess access) {
        final boolean wanted = access.kind() != WindowAccess.Kind.NONE && (kinds == null || kinds.contains(access.kind())) &&
            (companies == null || companies.contains(access.company()));
        // Only accesses that lock contend for more than the cache line of an element.
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
