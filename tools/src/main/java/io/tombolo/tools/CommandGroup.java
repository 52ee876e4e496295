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

import io.tombolo.tools.run.ProgramLookup;
import io.tombolo.tools.run.RankCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * One of the commands that {@code run} starts, with the number of its copies and the name of each.
 */
final class CommandGroup {
    private static final int MOST_NAME_BYTES = 48;
    private static final String INDEX = "%d";
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}._-]*");

    @Option(names = "-n", required = true, paramLabel = "N", description = {
        "Number of copies of the command. All copies of all commands are at most " + RunCommand.MAX_RANKS + "."
    })
    private int copies;

    @Option(names = "--name", paramLabel = "NAME", description = {
        "Name of the rank, at most " + MOST_NAME_BYTES + " bytes. %" + INDEX + " in it is the number of the copy, from 0. "
            + "The output shows it in place of the number."
    })
    private String name;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = {
        "Any program, with its arguments. ':' as an argument of its own ends the command and begins the options of the next one."
    })
    private List<String> command = List.of();

    /** The arguments after the options. */
    List<String> command() {
        return command;
    }

    /** The copies, if this is the command until the first colon. */
    List<RankCommand> ranks(final List<String> own) {
        if (copies < 1 || copies > RunCommand.MAX_RANKS) {
            throw usage("-n takes 1 to " + RunCommand.MAX_RANKS + ", not " + copies);
        }
        if (own.isEmpty()) {
            throw usage("give the command to run after --");
        }
        if (ProgramLookup.find(own.get(0)).isEmpty()) {
            throw usage("there is no program '" + own.get(0) + "'");
        }
        if (name != null) {
            checkName();
        }
        return IntStream.range(0, copies)
            .mapToObj(index -> new RankCommand(name == null ? "" : name.replace(INDEX, Integer.toString(index)), own))
            .toList();
    }

    private void checkName() {
        final String longest = name.replace(INDEX, Integer.toString(copies - 1));
        if (!NAME.matcher(longest).matches()) {
            throw usage("a name begins with a letter or '_', and has only letters, digits, '.', '_' and '-', not '" + longest + "'");
        }
        if (longest.getBytes(StandardCharsets.UTF_8).length > MOST_NAME_BYTES) {
            throw usage("the name '" + longest + "' has more than " + MOST_NAME_BYTES + " bytes");
        }
        if (copies > 1 && !name.contains(INDEX)) {
            throw usage(
                "the name '" + name + "' is for " + copies + " ranks: put " + INDEX + " into it, such as '" + name + "-" + INDEX + "'");
        }
    }

    private static CommandFailure usage(final String message) {
        return new CommandFailure(ExitStatus.USAGE, message);
    }
}
