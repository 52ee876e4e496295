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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * What {@code bench --help} and the help of its commands say.
 */
class HelpTest {
    private static final String SENTENCE = "[A-Z].*\\.";

    @Test
    void shouldDescribeEverythingInWholeSentences() {
        for (final CommandLine command : all()) {
            final String[] description = command.getCommandSpec().usageMessage().description();
            // The list of commands shows the first alone.
            assertThat(description[0]).as(command.getCommandName()).matches(SENTENCE);
            assertThat(description).as(command.getCommandName()).allMatch(text -> text.isEmpty() || text.matches(SENTENCE));
            command.getCommandSpec().args().forEach(argument ->
                assertThat(argument.description()).as(command.getCommandName() + " " + argument.paramLabel())
                    .isNotEmpty().allMatch(text -> text.matches(SENTENCE)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void shouldListEachCommandInAWholeSentence(final int width) {
        final CommandLine bench = Bench.commandLine();
        final String help = bench.setUsageHelpAutoWidth(false).setUsageHelpWidth(width).getUsageMessage();
        assertThat(help.lines()).allMatch(line -> line.length() <= width);
        bench.getSubcommands().forEach((name, command) -> assertThat(help.replaceAll("\\s+", " "))
            .contains(" " + name + " " + command.getCommandSpec().usageMessage().description()[0]));
    }

    private static List<CommandLine> all() {
        final CommandLine bench = Bench.commandLine();
        return Stream.concat(Stream.of(bench), bench.getSubcommands().values().stream()).toList();
    }
}
