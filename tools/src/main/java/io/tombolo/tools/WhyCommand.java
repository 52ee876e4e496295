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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.why.Findings;
import io.tombolo.tools.why.Verdict;
import io.tombolo.tools.why.WhyDot;
import io.tombolo.tools.why.WhyJson;
import io.tombolo.tools.why.WhyText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code why}: explains what the ranks of a job wait for.
 */
@Command(
    name = "why",
    description = {
        "Explain why a job, live or dead, does not go on: who waits for whom, since when, and where.",
        "",
        "The job is not disturbed. It is looked at twice, 100 ms apart. A deadlock is certain if all its ranks wait for the same at both "
            + "looks, nothing is under way between them, and no other thread can end a wait; otherwise it is possible. A rank that is "
            + "stopped or gets no core is slow, and never part of a deadlock.",
        "",
        "The exit status is 0 if no rank waits, 4 if there is a deadlock for certain, and 5 if a rank waits.",
        ""
    })
final class WhyCommand implements Callable<Integer> {
    private static final long WATCH_MS = 1_000;

    private final Terminal terminal;

    @Mixin
    private JobArgument job;

    @Option(names = "--json", description = "Write JSON. Its form is stable.")
    private boolean json;

    @Option(names = "--dot", description = "Write the graph of waits for Graphviz, such as 'tombolo why --dot | dot -Tsvg'.")
    private boolean dot;

    @Option(names = "--watch", description = {
        "Look again every second, and write what has changed, until no rank is alive or Ctrl-C. With --json: one line for each look."
    })
    private boolean watch;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    WhyCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (dot && (json || watch)) {
            throw new CommandFailure(ExitStatus.USAGE, "--dot cannot be combined with " + (json ? "--json" : "--watch"));
        }
        final Path path = job.find(terminal);
        final Findings findings = watch ? watch(path) : Findings.of(path);
        if (!watch) {
            show(findings);
        }
        return status(findings.verdict()).code();
    }

    private static ExitStatus status(final Verdict verdict) {
        return switch (verdict) {
            case NOBODY_WAITS -> ExitStatus.DONE;
            case WAITS, POSSIBLE_DEADLOCK -> ExitStatus.WAITING;
            case DEADLOCK -> ExitStatus.DEADLOCK;
        };
    }

    private void show(final Findings findings) {
        if (json) {
            WhyJson.write(findings, watch ? JsonWriter.ofLine(terminal.out()) : new JsonWriter(terminal.out()));
        } else if (dot) {
            WhyDot.write(findings, terminal.out()::println);
        } else {
            WhyText.write(findings, terminal.out()::println);
        }
    }

    /** Looks again and again, and returns what was found last. */
    private Findings watch(final Path path) throws IOException {
        Findings findings = Findings.of(path);
        List<String> shown = null;
        while (true) {
            if (json || !findings.keys().equals(shown)) {
                shown = findings.keys();
                if (!json) {
                    terminal.out().println(LocalTime.ofInstant(Instant.ofEpochMilli(findings.readMs()), ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS));
                }
                show(findings);
                terminal.out().flush();
            }
            if (findings.state() != JobState.LIVE || !pause()) {
                return findings;
            }
            try {
                findings = Findings.of(path);
            } catch (final IOException failure) {
                if (isThere(path)) {
                    throw failure;
                }
                return findings;
            }
        }
    }

    /** Whether there is a job. One that ends removes its files. */
    private static boolean isThere(final Path path) throws IOException {
        try (JobDirectory job = JobDirectory.inspect(path)) {
            return job.size() > 0;
        } catch (final NoSuchJobException ended) {
            return false;
        }
    }

    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(WATCH_MS);
            return true;
        } catch (final InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
