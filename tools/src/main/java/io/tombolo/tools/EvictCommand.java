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

import io.tombolo.ringbuffers.job.Eviction;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.tools.jobs.ProcessState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code evict}: ends the membership of a rank whose process is gone.
 */
@Command(
    name = "evict",
    description = {
        "End the membership of a rank once its process is gone, and say what to do while it is not.",
        "",
        "A process that hangs or is stopped may go on at any time, so it stays a member. Then this command prints its pid and its state, "
            + "and the command that ends it, and exits with 1.",
        ""
    })
final class EvictCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "RANK|NAME", description = "Number or name of the rank.")
    private String rank;

    @Mixin
    private JobArgument job;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    EvictCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        final Path path = job.find(terminal);
        try (JobDirectory directory = JobDirectory.inspect(path)) {
            return evict(directory, RankArgument.number(rank, directory));
        }
    }

    private int evict(final JobDirectory directory, final int number) throws IOException {
        final Eviction eviction = JobDirectory.evict(directory.path(), number);
        final String who = "rank " + number + (eviction.outcome() == Eviction.Outcome.ABSENT ? "" : " (pid " + eviction.row().pid() + ")");
        switch (eviction.outcome()) {
            case EVICTED -> terminal.out().println("evicted " + who + ": its process is gone");
            case ABSENT -> terminal.out().println(who + " is no member: it has never joined");
            case GONE -> terminal.out().println(
                who + " is no member: it has " + (eviction.row().state() == RankState.LEFT ? "left" : "failed"));
            default -> throw new CommandFailure(ExitStatus.FAILED,
                who + " is alive: " + ProcessState.of(directory.pid(number), directory.startTimeMs(number)).advice());
        }
        return ExitStatus.DONE.code();
    }
}
