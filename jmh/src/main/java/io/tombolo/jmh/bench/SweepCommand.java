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
import io.tombolo.jmh.bench.process.TrafficPattern;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Looks for sizes at which messages suddenly become much slower.
 */
@Command(
    name = "sweep",
    description = {
        "Half round trips from 0 bytes to 64 MiB by doubling, and neighbours that differ too much.",
        "",
        "Two sizes are compared if they are neighbours and were measured in the same state of the machine (near or far). A message twice "
            + "as long may take twice as long. The default peer is tombolo.",
        ""})
final class SweepCommand implements Callable<Integer> {

    private static final int LONGEST = 64 << 20;
    private static final int FOUND = 1;

    @Mixin
    private BenchOptions options;

    @Mixin
    private MessageOptions messages;

    @Option(names = "--cliff", paramLabel = "RATIO", defaultValue = "3",
        description = "Largest ratio of neighbours (default ${DEFAULT-VALUE}). "
            + "The exit status is 1 if a ratio is larger, unless bare copies differ as much.")
    private double cliff;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (!(cliff > 1)) {
            throw new ParameterException(spec.commandLine(), "--cliff=" + cliff + ": more than 1");
        }
        final Session session = new Session(options, spec.commandLine());
        session.run(messages.plans(TrafficPattern.PING_PONG, options, List.of(PeerKind.TOMBOLO), sizes()));
        final List<Cliff> cliffs = Cliff.among(session.rows(), cliff);
        final PrintWriter out = options.json() ? spec.commandLine().getErr() : spec.commandLine().getOut();
        cliffs.forEach(found -> out.println(found + (found.isCausedByMachine(cliff) ? ", and bare copies differ as much" : "")));
        final long own = cliffs.stream().filter(found -> !found.isCausedByMachine(cliff)).count();
        out.printf(Locale.ROOT, "%d neighbours differ by more than %.1f where bare copies do not%n", own, cliff);
        out.flush();
        return 0 == own ? 0 : FOUND;
    }

    private static List<Integer> sizes() {
        final List<Integer> sizes = new ArrayList<>(List.of(0));
        for (int size = 1; size <= LONGEST; size *= 2) {
            sizes.add(size);
        }
        return sizes;
    }
}
