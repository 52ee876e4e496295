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

import io.tombolo.tools.run.RankCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * Splits the arguments of {@code run} at each colon into commands, and makes the list of all ranks.
 */
final class CommandList {
    private static final String SEPARATOR = ":";

    private CommandList() {
    }

    /** Lists the ranks of a command whose options were parsed, and of those that follow it. */
    static List<RankCommand> ranks(final CommandGroup first) {
        final List<RankCommand> ranks = new ArrayList<>();
        List<String> rest = first.command();
        CommandGroup group = first;
        while (group != null) {
            final int end = rest.indexOf(SEPARATOR);
            ranks.addAll(group.ranks(end < 0 ? rest : rest.subList(0, end)));
            group = end < 0 ? null : parse(rest.subList(end + 1, rest.size()));
            rest = group == null ? List.of() : group.command();
        }
        check(ranks);
        return ranks;
    }

    private static CommandGroup parse(final List<String> arguments) {
        final CommandGroup group = new CommandGroup();
        final CommandLine options = new CommandLine(group).setStopAtPositional(true).setExpandAtFiles(false);
        try {
            options.parseArgs(arguments.toArray(String[]::new));
        } catch (final CommandLine.ParameterException ex) {
            // The value of an unknown option looks like the command, which hides the options after it.
            final List<String> unknown = options.getUnmatchedArguments();
            throw new CommandFailure(ExitStatus.USAGE, "only -n, --name and a command may follow '" + SEPARATOR + "': " +
                (unknown.isEmpty() ? ex.getMessage().lines().findFirst().orElse("wrong options") :
                "give " + unknown.get(0) + " before the first command"));
        }
        return group;
    }

    private static void check(final List<RankCommand> ranks) {
        if (ranks.size() > RunCommand.MAX_RANKS) {
            throw new CommandFailure(ExitStatus.USAGE, "a job has at most " + RunCommand.MAX_RANKS + " ranks, not " + ranks.size());
        }
        final Set<String> names = new HashSet<>();
        for (final RankCommand rank : ranks) {
            if (!rank.name().isEmpty() && !names.add(rank.name())) {
                throw new CommandFailure(ExitStatus.USAGE, "two ranks have the name '" + rank.name() + "'");
            }
        }
    }
}
