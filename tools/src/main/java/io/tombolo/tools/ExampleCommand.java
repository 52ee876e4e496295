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
package io.tombolo.tools;

import io.tombolo.tools.examples.Example;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.RankCommand;
import io.tombolo.tools.run.RankJvm;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code example}: runs an example program, or lists the examples.
 */
@Command(
    name = "example",
    description = {
        "Run an example, or list the examples if no name is given.",
        "",
        "Each example is one source file in tools/src/main/java/io/tombolo/tools/examples. Its ranks are started as by 'tombolo run'.",
        "",
        "The exit status is that of 'tombolo run': 0 only if the example found its own result correct.",
        ""
    })
final class ExampleCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "NAME", completionCandidates = Names.class, description = "Name of the example.")
    private String name;

    @Option(names = "-n", paramLabel = "N", description = "Number of ranks. Each example has its own default.")
    private Integer size;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    /** The names of all examples. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    ExampleCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (name == null) {
            list();
            return ExitStatus.DONE.code();
        }
        final Example example = Example.find(name).orElseThrow(
            () -> new CommandFailure(ExitStatus.USAGE, "there is no example '" + name + "'; 'tombolo example' lists them" +
                NearestWords.question(name, names())));
        final int ranks = ranks(example);
        return new JobRun(terminal, "example", Collections.nCopies(ranks, RankCommand.of(RankJvm.command(example.main()))))
            .in(LaunchDirectory.fresh(RunCommand.parent()));
    }

    private static List<String> names() {
        return Example.all().stream().map(Example::name).toList();
    }

    private int ranks(final Example example) {
        final int ranks = size == null ? example.ranks() : size;
        if (ranks < example.leastRanks() || ranks > example.mostRanks()) {
            final String range = example.leastRanks() == example.mostRanks()
                ? Integer.toString(example.leastRanks())
                : example.leastRanks() + " to " + example.mostRanks();
            throw new CommandFailure(ExitStatus.USAGE, "-n takes " + range + " for " + name + ", not " + ranks);
        }
        return ranks;
    }

    private void list() {
        for (final Example example : Example.all()) {
            terminal.out().printf(Locale.ROOT, "%-17s %s%n", example.name(), example.sentence());
        }
    }
}
