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

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the completion script for zsh, with a description of each command and option.
 */
public final class ZshCompletion {
    private static final String HEAD = """
        #compdef %1$s
        # Completion of %1$s for zsh: put this line into ~/.zshrc, after compinit, with the path of your checkout:
        #   eval "$(bin/%1$s completion zsh)"
        # or save the script as _%1$s in a directory of $fpath.

        _%1$s_jobs() {
            local -a names parent
            local option=${(v)opt_args[--parent]}
            [[ -n $option ]] && parent=(--parent $option)
            names=(${(f)"$(_call_program jobs $%1$s ls --names $parent 2>/dev/null)"})
            _alternative 'jobs:job:compadd -a names' 'files:directory:_files -/'
        }

        _%1$s() {
            local curcontext=$curcontext state line %1$s=$words[1]
            local -a subcommands
            typeset -A opt_args
        """;

    private ZshCompletion() {
    }

    /**
     * Writes the script.
     *
     * @param commands the command line, with its subcommands
     * @return lines, each ends with a newline
     */
    public static String script(final CommandLine commands) {
        final String name = commands.getCommandName();
        final StringBuilder script = new StringBuilder(String.format(Locale.ROOT, HEAD, name));
        script.append("    subcommands=(\n");
        commands.getSubcommands().values().forEach(each -> script.append("        ")
            .append(quoted(each.getCommandName() + ":" + sentence(each.getCommandSpec().usageMessage().description())))
            .append('\n'));
        script.append("    )\n    _arguments -C");
        commands.getCommandSpec().options().forEach(option -> option(script, name, option));
        script.append(" \\\n        '1: :->command' '*:: :->argument'\n    case $state in\n")
            .append("        command) _describe -t commands command subcommands ;;\n        argument)\n            case $line[1] in\n");
        commands.getSubcommands().values().forEach(each -> arguments(script, name, each));
        script.append("            esac ;;\n    esac\n}\n\nif [[ $funcstack[1] == _").append(name).append(" ]]; then\n    _").append(name)
            .append(" \"$@\"\nelse\n    compdef _").append(name).append(' ').append(name).append("\nfi\n");
        return script.toString();
    }

    private static void arguments(final StringBuilder script, final String name, final CommandLine command) {
        script.append("                ").append(command.getCommandName()).append(") _arguments -S");
        command.getCommandSpec().options().forEach(option -> option(script, name, option));
        for (final PositionalParamSpec argument : command.getCommandSpec().positionalParameters()) {
            final boolean isLast = argument.arity().max() > 1;
            final ArgumentValues values = ArgumentValues.of(argument);
            if (values.kind() == ArgumentValues.Kind.PROGRAM) {
                script.append(" \\\n        '(-):program: _command_names -e' '*::argument:_normal'");
            } else {
                script.append(" \\\n        ").append(quoted((isLast ? "*" : argument.arity().min() == 0 ? ":" : "")
                    + value(name, argument, values)));
            }
        }
        script.append(" ;;\n");
    }

    private static void option(final StringBuilder script, final String name, final OptionSpec option) {
        final boolean hasValue = option.arity().max() > 0;
        final boolean isOptional = option.arity().min() == 0;
        final String value = hasValue ? (isOptional ? ":" : "") + value(name, option, ArgumentValues.of(option)) : "";
        final String others = Stream.of(option.names()).collect(Collectors.joining(" ", "(", ")"));
        for (final String text : option.names()) {
            final String joint = !hasValue ? "" : !text.startsWith("--") ? "+" : isOptional ? "=-" : "=";
            script.append(" \\\n        ")
                .append(quoted(others + text + joint + "[" + escaped(sentence(option.description())) + "]" + value));
        }
    }

    private static String value(final String name, final ArgSpec argument, final ArgumentValues values) {
        return ":" + escaped(argument.paramLabel().toLowerCase(Locale.ROOT)) + ":" + switch (values.kind()) {
            case NONE, PROGRAM -> " ";
            case WORDS -> values.words().stream().collect(Collectors.joining(" ", "(", ")"));
            case FILES -> "_files";
            case JOBS -> "_" + name + "_jobs";
        };
    }

    /** The first sentence of a description, without its full stop. */
    private static String sentence(final String[] description) {
        final String text = description[0].replace("%%", "%");
        final int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceAll("\\.$", "");
    }

    private static String escaped(final String text) {
        return text.replaceAll("([\\\\\\[\\]:])", "\\\\$1");
    }

    private static String quoted(final String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
