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

import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.SendExplanation;
import io.tombolo.engine.pt2pt.PathChoice;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.text.ScreenText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code explain}: says how a message of a given length travels. It asks {@link PathChoice}, as every send does.
 */
@Command(
    name = "explain",
    description = {
        "Explain how a message travels, which settings decide that, and what would change it.",
        "",
        "The settings come from the environment (such as TOMBOLO_PACKET_LENGTH); --settings overrides them. The answer assumes that the "
            + "receiver has taken all earlier messages; in a running program, Engine.explain answers for one peer. With --json: an object "
            + "with format (1) and messages, each with size, memory, path, meaning, because, change.",
        ""
    })
final class ExplainCommand implements Callable<Integer> {
    private static final int FORMAT = 1;
    private static final String INDENT = "  ";
    private static final int LABEL_WIDTH = 14;

    private final Terminal terminal;

    @Option(names = "--size", required = true, split = ",", paramLabel = "B",
        description = "Lengths of messages in bytes, or with suffix K (KiB) or M (MiB).")
    private final List<String> sizes = new ArrayList<>();

    @Option(names = "--memory", paramLabel = "KIND",
        description = "Memory of the message: private, region or segments. Default: all three.")
    private MemoryKind memory;

    @Option(names = "--settings", split = ",", paramLabel = "NAME=VALUE", description = "Settings to try, such as tombolo.inline.limit=64.")
    private final Map<String, Long> settings = new LinkedHashMap<>();

    @Option(names = "--json", description = "Write JSON. Its form is stable.")
    private boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ExplainCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        final PathChoice choice = choice();
        final JsonWriter writer = json ? new JsonWriter(terminal.out()).object().member("format", FORMAT).array("messages") : null;
        for (final long length : sizes.stream().map(ExplainCommand::bytes).toList()) {
            for (final MemoryKind kind : memory == null ? MemoryKind.values() : new MemoryKind[] {memory}) {
                final SendExplanation explanation = choice.explain(length, kind, true);
                if (json) {
                    json(writer, length, kind, explanation);
                } else {
                    text(length, kind, explanation);
                }
            }
        }
        if (json) {
            writer.end().end();
        }
        return ExitStatus.DONE.code();
    }

    private PathChoice choice() {
        final EngineContext context = new EngineContext().rank(0).size(1);
        try {
            settings.forEach((name, value) -> context.size(setting(name), value));
            return new PathChoice(context.conclude().geometry());
        } catch (final IllegalArgumentException ex) {
            throw new CommandFailure(ExitStatus.USAGE, "the settings are refused: " + ex.getMessage());
        }
    }

    private static GeometrySetting setting(final String name) {
        return Stream.of(GeometrySetting.values()).filter(setting -> setting.propertyName().equals(name)).findFirst()
            .orElseThrow(() -> new CommandFailure(
                ExitStatus.USAGE, "there is no setting '" + name + "' of a whole job, such as tombolo.packet.length"));
    }

    private static long bytes(final String text) {
        final int unit = "KM".indexOf(text.isEmpty() ? ' ' : Character.toUpperCase(text.charAt(text.length() - 1)));
        try {
            final long number = Long.parseLong(unit < 0 ? text : text.substring(0, text.length() - 1));
            if (number >= 0 && number <= Long.MAX_VALUE >> 20) {
                return unit < 0 ? number : number << (unit + 1) * 10;
            }
        } catch (final NumberFormatException ex) {
            // The exception below says so.
        }
        throw new CommandFailure(ExitStatus.USAGE, "--size takes a number of bytes, which may end with K or M, not '" + text + "'");
    }

    private void text(final long length, final MemoryKind kind, final SendExplanation explanation) {
        terminal.out().println(length + " bytes in " + kind.label() + ": " + explanation.path().word());
        line("goes", explanation.path().meaning());
        line("because", explanation.because());
        line("to change that", explanation.change());
    }

    private void line(final String label, final String text) {
        final String start = INDENT + String.format(Locale.ROOT, "%-" + LABEL_WIDTH + "s", label) + INDENT;
        ScreenText.wrap(start, " ".repeat(start.length()), text).forEach(terminal.out()::println);
    }

    private static void json(final JsonWriter writer, final long length, final MemoryKind kind, final SendExplanation explanation) {
        writer.object().member("size", length).member("memory", kind.name().toLowerCase(Locale.ROOT))
            .member("path", explanation.path().word()).member("meaning", explanation.path().meaning())
            .member("because", explanation.because()).member("change", explanation.change()).end();
    }
}
