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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Measures half round trips of messages.
 */
@Command(
    name = "latency",
    description = {
        "Half round trip of a message, and its ratio to the floor of the same run.",
        "",
        "From 4K on with buffers rewritten before each message (fresh) and not (clean). Peer: tombolo, if not chosen "
            + "otherwise.",
        ""})
final class LatencyCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(
        0, 8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20);

    @Mixin
    private BenchOptions options;

    @Mixin
    private MessageOptions messages;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        new Session("latency", options, spec.commandLine())
            .run(messages.plans(TrafficPattern.PING_PONG, options, List.of(PeerKind.TOMBOLO), SIZES));
        return 0;
    }
}
