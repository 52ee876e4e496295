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
 * Measures bytes a second.
 */
@Command(
    name = "bandwidth",
    description = {
        "Bytes a second in windows of 64 messages.",
        "",
        "A window is 64 sends against 64 receives posted before, then an answer of 4 bytes. The floor is 64 plain "
            + "copies by the receiver and one cache line bounced; times are a window's over its messages, rates those of the "
            + "median window. Peers: floor, agrona, tombolo, if not chosen otherwise, in turn in each run.",
        ""})
final class BandwidthCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(
        1, 4, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);

    @Mixin
    private BenchOptions options;

    @Mixin
    private MessageOptions messages;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        new Session("bandwidth", options, spec.commandLine())
            .run(messages.plans(TrafficPattern.WINDOW, options, List.of(PeerKind.FLOOR, PeerKind.AGRONA, PeerKind.TOMBOLO), SIZES));
        return 0;
    }
}
