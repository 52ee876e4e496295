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

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Measures messages: the commands {@code latency}, {@code bandwidth} and {@code rate}, which differ only in their traffic and defaults.
 */
@Command
final class MessageCommand implements Callable<Integer> {

    private static final List<PeerKind> STREAM_PEERS = List.of(PeerKind.FLOOR, PeerKind.AGRONA, PeerKind.TOMBOLO);

    private final TrafficPattern pattern;
    private final List<PeerKind> defaultPeers;
    private final List<Integer> defaultSizes;

    @Mixin
    private BenchOptions options;

    @Mixin
    private MessageOptions messages;

    @Spec
    private CommandSpec spec;

    private MessageCommand(final TrafficPattern pattern, final List<PeerKind> defaultPeers, final List<Integer> defaultSizes) {
        this.pattern = pattern;
        this.defaultPeers = defaultPeers;
        this.defaultSizes = defaultSizes;
    }

    private CommandLine named(final String name, final String... description) {
        final CommandLine command = new CommandLine(this).setCommandName(name);
        command.getCommandSpec().usageMessage().description(description);
        return command;
    }

    static CommandLine latency() {
        final List<Integer> sizes = List.of(
            0, 8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20);
        return new MessageCommand(TrafficPattern.PING_PONG, List.of(PeerKind.TOMBOLO), sizes).named("latency",
            "Half round trips of messages, and their ratio to the floor of the same run.",
            "",
            "From 4K on, each size is measured twice: the sender rewrites its buffer before each message (fresh), or writes it once "
                + "(clean). The default peer is tombolo.",
            "");
    }

    static CommandLine bandwidth() {
        final List<Integer> sizes = List.of(
            1, 4, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);
        return new MessageCommand(TrafficPattern.WINDOW, STREAM_PEERS, sizes).named("bandwidth",
            "Bytes a second in streams with 64 messages under way.",
            "",
            "The sender starts 64 sends, for which the receiver has posted 64 receives. The receiver then answers with 4 bytes. The "
                + "floor is 64 plain copies by the receiver and one bounce of a cache line. A time is that of the 64 messages and the "
                + "answer, divided by 64. Rates follow from the median time. The default peers are floor, agrona and tombolo; each run "
                + "measures them one after the other.",
            "");
    }

    static CommandLine rate() {
        return new MessageCommand(TrafficPattern.WINDOW, STREAM_PEERS, List.of(Long.BYTES)).named("rate",
            "Messages a second, of 8 bytes or of --size, in streams with 64 messages under way.",
            "",
            "Streams, floor, times and peers are those of 'bench bandwidth'.",
            "");
    }

    @Override
    public Integer call() throws Exception {
        new Session(options, spec.commandLine()).run(messages.plans(pattern, options, defaultPeers, defaultSizes));
        return 0;
    }
}
