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
 * Measures messages a second.
 */
@Command(
    name = "rate",
    description = {
        "Messages a second, of 8 bytes or of --size, in windows of 64 messages.",
        "",
        "Windows, floor, times, rates and peers are those of bandwidth.",
        ""})
final class RateCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(Long.BYTES);

    @Mixin
    private BenchOptions options;

    @Mixin
    private MessageOptions messages;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        new Session("rate", options, spec.commandLine())
            .run(messages.plans(TrafficPattern.WINDOW, options, List.of(PeerKind.FLOOR, PeerKind.AGRONA, PeerKind.TOMBOLO), SIZES));
        return 0;
    }
}
