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

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Measures one peer: the commands {@code floor} and {@code idle}, which differ only in what they measure.
 */
@Command
final class SinglePeerCommand implements Callable<Integer> {

    private final PeerKind peer;
    private final TrafficPattern pattern;
    private final List<Integer> defaultSizes;

    @Mixin
    private BenchOptions options;

    @Spec
    private CommandSpec spec;

    private SinglePeerCommand(final PeerKind peer, final TrafficPattern pattern, final List<Integer> defaultSizes) {
        this.peer = peer;
        this.pattern = pattern;
        this.defaultSizes = defaultSizes;
    }

    private CommandLine named(final String name, final String... description) {
        final CommandLine command = new CommandLine(this).setCommandName(name);
        command.getCommandSpec().usageMessage().description(description);
        return command;
    }

    static CommandLine floor() {
        return new SinglePeerCommand(PeerKind.FLOOR, TrafficPattern.PING_PONG, List.of(8, 4 << 10, 64 << 10, 1 << 20)).named("floor",
            "Half a round trip of a bare cache line between two processes, and of a copy.",
            "",
            "From 4K on, a plain copy of what the other process has written is added. That process writes it before each bounce (fresh), "
                + "or once (clean). The floor is compared with itself, so the ratio is 1 on a quiet machine.",
            "");
    }

    static CommandLine idle() {
        return new SinglePeerCommand(PeerKind.TOMBOLO, TrafficPattern.SLEEP, List.of(Long.BYTES)).named("idle",
            "The processor time of a rank that waits in a receive, and how long a message takes to wake it.",
            "",
            "Wake-up: 300 messages a run, each after a random pause of 1 to 2 segments. The time is that of a round trip, less half a "
                + "round trip with a rank that is awake. Before them come 1000 wake-ups that do not count, each after 1 to 2 ms, so "
                + "that the code is compiled.",
            "",
            "CPU: processor time of the whole process, JVM threads included, over 50 segments without a message. Another 50 such "
                + "segments go before and do not count. The floor is a cache line bounced between two processes that are awake. With "
                + "segments below 10 ms the rank may not be asleep yet.",
            "");
    }

    @Override
    public Integer call() throws Exception {
        options.check();
        new Session(options, spec.commandLine()).run(List.of(new Plan(peer, pattern, options.segmentMs(),
            MessageOptions.works(pattern, peer, options.sizes(defaultSizes), List.of(BufferKind.PRIVATE)))));
        return 0;
    }
}
