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

import io.tombolo.tools.fsm.ConnectionTableView;
import io.tombolo.tools.fsm.SendTableView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code fsm}: prints the send machine, or the states of an endpoint.
 */
@Command(
    name = "fsm",
    description = {
        "Print the table of the send machine: which event leads from which state to which.",
        "What 'tombolo inspect --sends' shows of a job is one of its states.",
        "Example: bin/tombolo fsm --dot | dot -Tsvg > send.svg"
    })
final class FsmCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--dot", description = "Print it as a graph in the DOT language instead.")
    private boolean dot;

    @Option(names = "--endpoint", description = "Print the states of an endpoint instead.")
    private boolean endpoint;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    FsmCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (endpoint) {
            (dot ? ConnectionTableView.dot() : ConnectionTableView.text()).forEach(terminal.out()::println);
        } else {
            (dot ? SendTableView.dot() : SendTableView.text()).forEach(terminal.out()::println);
        }
        return ExitStatus.DONE.code();
    }
}
