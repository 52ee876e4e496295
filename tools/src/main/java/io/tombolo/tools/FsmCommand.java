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

import io.tombolo.tools.fsm.StateMachineView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code fsm}: prints the state machines of the engine.
 */
@Command(
    name = "fsm",
    description = {
        "Print the state machines: which event leads from which state to which.",
        "",
        "The machines are send (the sends of a rank to one peer, as shown by 'tombolo inspect --sends'), lock (a rank at the lock of a " +
            "window in direct mode), grants (the lock of one rank's part of a window in packet mode), epoch (the accesses of a rank to " +
            "one target in packet mode) and endpoint (one end of a connection). 'tombolo inspect --windows' shows which ranks hold or " +
            "wait for locks. The last column cites docs/specification.md.",
        "",
        "Example: bin/tombolo fsm send --dot | dot -Tsvg > send.svg",
        ""
    })
final class FsmCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "MACHINE", description = "One of ${COMPLETION-CANDIDATES}. Default: all.")
    private StateMachineView machine;

    @Option(names = "--dot", description = "Print a graph in the DOT language instead.")
    private boolean dot;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    FsmCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        final List<StateMachineView> machines = machine == null ? List.of(StateMachineView.values()) : List.of(machine);
        for (final StateMachineView each : machines) {
            if (!dot && machine == null) {
                terminal.out().println("machine: " + each);
            }
            (dot ? each.dot() : each.text()).forEach(terminal.out()::println);
            if (!dot && machine == null && each != machines.get(machines.size() - 1)) {
                terminal.out().println();
            }
        }
        return ExitStatus.DONE.code();
    }
}
