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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.record.Recorder;
import io.tombolo.extensions.journal.record.RecorderOptions;
import io.tombolo.extensions.journal.record.RecorderTotals;
import io.tombolo.extensions.journal.record.StopRequest;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code record}: records a job until it has ended, or until a signal.
 */
@Command(
    name = "record",
    description = {
        "Record the events of a job's ranks in a journal, until the job has ended. INT and TERM end the recorder, too: it reads what is "
            + "there and closes the journal in order. A recorder that begins again goes on where the journal ends.",
        "",
        "The ranks record all messages only if they were started with the setting tombolo.flight.messages=all; "
            + "'tombolo run --journal' sets it. Events that a rank overwrites before they are read are missing in the journal, which says "
            + "how many: give the ranks a larger ring then (tombolo.flight.events).",
        ""
    })
final class RecordCommand implements Callable<Integer> {
    private static final long ENDING_SECONDS = 60;

    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "JOB", description = "Path of a job's directory, or its name as shown by 'tombolo ls'.")
    private Path job;

    @Option(names = "--to", required = true, paramLabel = "DIR", description = "Directory of the journal; created if it is missing.")
    private Path journal;

    @Option(names = "--floor", paramLabel = "SIZE", description = {
        "Free space that the recorder leaves. Below it, recording pauses; the journal says how many events are missing. Default: 256M, or "
            + "a sixteenth of a smaller file system, at least 8M."
    })
    private String floor;

    @Option(names = "--keep-bytes", paramLabel = "SIZE", description = {
        "Delete the oldest closed files when the closed files have more bytes. Default: keep all."
    })
    private String keepBytes;

    @Option(names = "--keep-age", paramLabel = "TIME", description = {
        "Delete closed files that were last changed longer ago, such as 36h or 7d. Default: keep all."
    })
    private String keepAge;

    @Option(names = "--launched", description = {
        "Wait for the job, and record until the end of the standard input. It prints 'ready' before it waits. 'tombolo run --journal' uses "
            + "it."
    })
    private boolean isLaunched;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    RecordCommand(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        final RecorderOptions options = new RecorderOptions(
            jobDirectory(), journal.toAbsolutePath().normalize(),
            floor == null ? RecorderOptions.DEFAULT : Amount.bytes("--floor", floor),
            keepBytes == null ? RecorderOptions.NO_LIMIT : Amount.bytes("--keep-bytes", keepBytes),
            keepAge == null ? RecorderOptions.NO_LIMIT : Amount.milliseconds("--keep-age", keepAge), isLaunched);
        try (Recorder recorder = new Recorder(options, line -> err.println("tombolo journal: " + line))) {
            return record(recorder);
        }
    }

    private int record(final Recorder recorder) throws IOException {
        final StopRequest stop = new StopRequest();
        final CountDownLatch ended = new CountDownLatch(1);
        final Thread onSignal = new Thread(() -> endInOrder(stop, ended), "journal-signal");
        Runtime.getRuntime().addShutdownHook(onSignal);
        if (isLaunched) {
            final Thread input = new Thread(() -> awaitEndOfInput(stop), "journal-input");
            input.setDaemon(true);
            input.start();
            out.println("ready");
            out.flush();
        }
        try {
            final RecorderTotals totals = recorder.run(stop);
            report(totals);
            recorder.close();
            return totals.isIncomplete() ? JournalMain.FAILED : JournalMain.DONE;
        } finally {
            ended.countDown();
        }
    }

    private void report(final RecorderTotals totals) {
        err.println("tombolo journal: recorded " + totals.text() + " in " + journal);
    }

    private static void endInOrder(final StopRequest stop, final CountDownLatch ended) {
        stop.give();
        try {
            ended.await(ENDING_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException atOnce) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEndOfInput(final StopRequest stop) {
        try (InputStream input = new FileInputStream(FileDescriptor.in)) {
            while (input.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (final IOException closed) {
            // The launcher is gone.
            stop.give();
        }
        stop.give();
    }

    private Path jobDirectory() {
        final Path named = JobDirectory.defaultParentPath().resolve(job);
        return !isLaunched && !Files.isDirectory(job) && Files.isDirectory(named) ? named : job.toAbsolutePath().normalize();
    }
}
