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
package io.tombolo.tools.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the completion script for bash. It is not that of picocli, which takes any word of the line for the command (as in
 * {@code tombolo man inspect}) and cannot ask for the jobs that there are. The script evaluates no word that it offers.
 */
public final class BashCompletion {
    private static final String HEAD = """
        # Completion of %1$s for bash: put this line into ~/.bashrc, with the path of your checkout:
        #   eval "$(bin/%1$s completion bash)"

        # Offers those of its arguments that begin with the current word.
        _%1$s_words() {
            local word
            for word in "$@"; do
                [[ $word == "$current"* ]] && COMPREPLY+=("$word")
            done
        }

        # Offers the lines of its input that begin with the current word, quoted.
        _%1$s_lines() {
            local line
            while IFS= read -r line; do
                [[ $line == "$current"* ]] && COMPREPLY+=("$(printf %%q "$line")")
            done
        }

        _%1$s_files() {
            local line
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do
                COMPREPLY+=("$line")
            done < <(compgen -f -- "$current")
        }

        _%1$s_jobs() {
            _%1$s_lines < <("${COMP_WORDS[0]/#\\~/$HOME}" ls --names "${parent[@]}" 2>/dev/null)
            ((${#COMPREPLY[@]})) || _%1$s_files
        }

        # Offers programs, or files if the name of the program is complete.
        _%1$s_program() {
            [[ $current == */* ]] || ((place)) || _%1$s_lines < <(compgen -c -- "$current" | sort -u)
            ((${#COMPREPLY[@]})) || _%1$s_files
        }
        """;
    private static final String FUNCTION = """

        _%1$s() {
            local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} place=0 program= i
            local parent=()
            COMPREPLY=()
            # bash makes three words of --option=value.
            if [[ $current == = ]]; then
                current=
            elif [[ $before == = ]]; then
                before=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            if ((COMP_CWORD == 1)); then
                _%1$s_words %2$s
                return
            fi
            for ((i = 2; i < COMP_CWORD; i++)); do
                if [[ ${COMP_WORDS[i]} == -- ]]; then
                    program=1
                elif [[ ${COMP_WORDS[i]} != -* || $program ]]; then
                    ((place++))
                elif _%1$s_has_value "$command ${COMP_WORDS[i]}"; then
                    ((i++))
                    [[ ${COMP_WORDS[i]} == = ]] && ((i++))
                    [[ ${COMP_WORDS[i - 1]} == --parent || ${COMP_WORDS[i - 2]} == --parent ]] && parent=(--parent "${COMP_WORDS[i]}")
                fi
            done
            if [[ $program ]] || { ((place)) && _%1$s_has_program "$command"; }; then
                _%1$s_program
                return
            fi
            case "$command $before" in
        """;

    private BashCompletion() {
    }

    /**
     * Writes the script.
     *
     * @param commands the command line, with its subcommands
     * @return lines, each ends with a newline
     */
    public static String script(final CommandLine commands) {
        final String name = commands.getCommandName();
        final Collection<CommandLine> all = commands.getSubcommands().values();
        final StringBuilder script = new StringBuilder(String.format(Locale.ROOT, HEAD, name));
        test(script, "_" + name + "_has_value", all.stream().flatMap(each -> optionsWithValue(each).stream()
            .flatMap(option -> Stream.of(option.names()).map(text -> quoted(each.getCommandName() + " " + text)))));
        test(script, "_" + name + "_has_program", all.stream().filter(BashCompletion::hasProgram)
            .map(each -> quoted(each.getCommandName())));
        final List<String> first = new ArrayList<>(commands.getSubcommands().keySet());
        first.addAll(optionNames(commands.getCommandSpec()));
        script.append(String.format(Locale.ROOT, FUNCTION, name, words(first)));
        final Map<String, List<String>> offers = new LinkedHashMap<>();
        for (final CommandLine each : all) {
            optionsWithValue(each).forEach(option -> offers.computeIfAbsent(offer(name, ArgumentValues.of(option)), offer ->
                new ArrayList<>()).addAll(Stream.of(option.names()).map(text -> quoted(each.getCommandName() + " " + text)).toList()));
        }
        offers.forEach((offer, patterns) -> choice(script, "        ", String.join(" | ", patterns), offer));
        script.append("        *)\n            case \"$command $current\" in\n");
        for (final CommandLine each : all.stream().filter(each -> !each.getCommandSpec().options().isEmpty()).toList()) {
            choice(script, "                ", quoted(each.getCommandName() + " -") + "*",
                "_" + name + "_words " + words(optionNames(each.getCommandSpec())));
        }
        script.append("                *)\n                    case \"$command $place\" in\n");
        all.forEach(each -> places(script, name, each));
        return script.append("                    esac ;;\n            esac ;;\n    esac\n}\n\ncomplete -F _").append(name).append(' ')
            .append(name).append('\n').toString();
    }

    private static void places(final StringBuilder script, final String name, final CommandLine command) {
        int place = 0;
        for (final PositionalParamSpec argument : command.getCommandSpec().positionalParameters()) {
            final boolean isLast = argument.arity().max() > 1;
            choice(script, "                        ", isLast ? quoted(command.getCommandName() + " ") + "*" :
                quoted(command.getCommandName() + " " + place), offer(name, ArgumentValues.of(argument)));
            place++;
        }
    }

    /** Writes a function that tells whether its argument is one of some words. */
    private static void test(final StringBuilder script, final String name, final Stream<String> words) {
        script.append('\n').append(name).append("() {\n    case $1 in\n        ").append(words.collect(Collectors.joining(" | ")))
            .append(") return 0 ;;\n        *) return 1 ;;\n    esac\n}\n");
    }

    private static void choice(final StringBuilder script, final String indent, final String pattern, final String action) {
        script.append(indent).append(pattern).append(") ").append(action).append(" ;;\n");
    }

    private static String offer(final String name, final ArgumentValues values) {
        return switch (values.kind()) {
            case NONE -> ":";
            case WORDS -> "_" + name + "_words " + words(values.words());
            case FILES -> "_" + name + "_files";
            case JOBS -> "_" + name + "_jobs";
            case PROGRAM -> "_" + name + "_program";
        };
    }

    private static boolean hasProgram(final CommandLine command) {
        return command.isStopAtPositional() || command.isUnmatchedOptionsArePositionalParams();
    }

    private static List<OptionSpec> optionsWithValue(final CommandLine command) {
        return command.getCommandSpec().options().stream().filter(option -> option.arity().min() > 0).toList();
    }

    private static List<String> optionNames(final CommandSpec command) {
        return command.options().stream().flatMap(option -> Stream.of(option.names())).toList();
    }

    private static String words(final List<String> words) {
        return words.stream().map(BashCompletion::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(final String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
