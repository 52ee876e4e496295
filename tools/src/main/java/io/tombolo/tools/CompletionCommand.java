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

import io.tombolo.tools.shell.BashCompletion;
import io.tombolo.tools.shell.ZshCompletion;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code completion}: prints a script that lets a shell complete the command line.
 */
@Command(
    name = "completion",
    description = {
        "Print a script that completes commands, options, files and names of jobs in bash or zsh.",
        "",
        "Example: eval \"$(bin/tombolo completion bash)\"",
        "",
        "In ~/.bashrc, or in ~/.zshrc after compinit, this line serves every shell that starts. Names of jobs are those that 'tombolo ls' "
            + "lists when you press the key. The command must have the name tombolo, at any path.",
        ""
    })
final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Parameters(arity = "1", paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    CompletionCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    /** A shell that there is a script for. */
    enum Shell {
        /** The GNU shell. */
        BASH,
        /** The Z shell. */
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() {
        terminal.out().print(shell == Shell.BASH ?
            BashCompletion.script(command.parent().commandLine()) : ZshCompletion.script(command.parent().commandLine()));
        terminal.out().flush();
        return ExitStatus.DONE.code();
    }
}
