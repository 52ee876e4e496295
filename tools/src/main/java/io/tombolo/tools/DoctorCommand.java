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
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.tools.doctor.Checkup;
import io.tombolo.tools.doctor.Finding;
import io.tombolo.tools.doctor.MachineFacts;
import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code doctor}: checks whether this machine is fit for a job.
 */
@Command(
    name = "doctor",
    description = {
        "Check whether this machine is fit for a job: space, memory, dead jobs, cores, JDK, native extras, limits.",
        "",
        "The sizes follow from the settings in the environment, such as TOMBOLO_PACKETS. With --json: an object with format (1), ranks, "
            + "blocking, and findings. Each finding has level (ok, note, block), topic, text, and mend (what to do, or null).",
        "",
        "The exit status is 1 if a finding blocks the job, else 0.",
        ""
    })
final class DoctorCommand implements Callable<Integer> {
    private static final int FORMAT = 1;
    private static final int DEFAULT_RANKS = 4;
    private static final String INDENT = "                   ";

    private final Terminal terminal;

    @Mixin
    private ParentOption parent;

    @Option(names = "--ranks", paramLabel = "N", description = "Ranks of the job, 1 to " + JobFileDescriptor.MAX_RANKS + ". Default: "
        + DEFAULT_RANKS + ".")
    private int ranks = DEFAULT_RANKS;

    @Option(names = "--json", description = "Write JSON. Its form is stable.")
    private boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    DoctorCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (ranks < 1 || ranks > JobFileDescriptor.MAX_RANKS) {
            throw new CommandFailure(ExitStatus.USAGE, "--ranks takes 1 to " + JobFileDescriptor.MAX_RANKS + ", not " + ranks);
        }
        final List<Finding> findings = Checkup.of(MachineFacts.read(parent.directory()), this::geometry, ranks);
        final boolean isBlocked = findings.stream().anyMatch(finding -> finding.level() == Finding.Level.BLOCK);
        if (json) {
            json(findings, isBlocked);
        } else {
            text(findings, isBlocked);
        }
        return (isBlocked ? ExitStatus.FAILED : ExitStatus.DONE).code();
    }

    /** The sizes that a rank would use with the same system properties and environment. */
    private JobGeometry geometry(final int count) {
        try {
            return new EngineContext().directory(parent.directory().path()).rank(0).size(count).conclude().geometry();
        } catch (final IllegalArgumentException ex) {
            throw new CommandFailure(ExitStatus.FAILED, "the settings are refused: " + ex.getMessage());
        }
    }

    private void text(final List<Finding> findings, final boolean isBlocked) {
        for (final Finding finding : findings) {
            final String level = finding.level().word();
            final String lines = String.join(System.lineSeparator(),
                ScreenText.wrap(String.format(Locale.ROOT, "%-7s%-12s", level, finding.topic()), INDENT, finding.text()));
            terminal.out().println(coloured(finding.level()) + lines.substring(level.length()));
            if (!finding.mend().isEmpty()) {
                ScreenText.wrap(INDENT + "-> ", INDENT + "   ", finding.mend()).forEach(terminal.out()::println);
            }
        }
        terminal.out().println(isBlocked ?
            "a job of " + ranks + " ranks would fail here" : "this machine is fit for a job of " + ranks + " ranks");
    }

    private String coloured(final Finding.Level level) {
        return switch (level) {
            case OK -> terminal.colours().green(level.word());
            case NOTE -> terminal.colours().yellow(level.word());
            case BLOCK -> terminal.colours().red(level.word());
        };
    }

    private void json(final List<Finding> findings, final boolean isBlocked) {
        final JsonWriter writer = new JsonWriter(terminal.out());
        writer.object().member("format", FORMAT).member("ranks", ranks).member("blocking", isBlocked).array("findings");
        for (final Finding finding : findings) {
            writer.object().member("level", finding.level().word()).member("topic", finding.topic()).member("text", finding.text())
                .member("mend", finding.mend().isEmpty() ? null : finding.mend()).end();
        }
        writer.end().end();
    }
}
