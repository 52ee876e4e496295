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
package io.tombolo.tools.flight;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.tools.inspect.CheckedReading;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Shows the events of the flight recorders of a job, in the order of their times.
 */
public final class FlightView {
    private static final long PAUSE_MS = 50;

    private final FlightRanks ranks;
    private final FlightOutput output;
    private final FlightNotes notes = new FlightNotes();

    private FlightView(final FlightRanks ranks, final FlightOutput output) {
        this.ranks = ranks;
        this.output = output;
    }

    /**
     * Shows the events of a job. With {@link FlightOptions#follow} this returns when no rank is alive and all is shown, when this JVM ends,
     * when this thread is interrupted, or when the output is closed.
     *
     * @param directory directory of the job, live or dead
     * @param options   what to show
     * @param out       gets the events
     * @param err       gets problems, if the events are lines of JSON
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    public static void show(final Path directory, final FlightOptions options, final PrintStream out, final PrintStream err)
        throws IOException {
        CheckedReading.of(directory, job -> {
            show(job, options, out, err);
            return null;
        });
    }

    private static void show(final JobDirectory job, final FlightOptions options, final PrintStream out, final PrintStream err) {
        try (FlightRanks ranks = new FlightRanks(job, options.rank())) {
            final List<String> problems = ranks.attach();
            if (!options.follow()) {
                ranks.cursors().forEach(FlightCursor::freeze);
            }
            ranks.cursors().forEach(cursor -> cursor.skipToLast(options.last()));
            final FlightOutput output;
            if (options.json()) {
                output = new FlightJson(out, err);
            } else {
                final int label = ranks.cursors().stream().mapToInt(rank -> rank.label().length()).max().orElse(0);
                final FlightText text = new FlightText(out, label);
                text.heading(job.path(), options);
                output = text;
            }
            problems.forEach(output::problem);
            final FlightView view = new FlightView(ranks, output);
            if (options.follow()) {
                view.follow(out);
            } else if (view.pass(FlightRanks.FOREVER) == 0) {
                output.note("no events were recorded");
            }
        }
    }

    private long pass(final long untilNs) {
        notes.of(ranks.takeBegun()).forEach(output::note);
        return ranks.pass(untilNs, output);
    }

    private void follow(final PrintStream out) {
        try (StopRequest stop = new StopRequest()) {
            boolean isOver = false;
            long events = 0;
            while (!isOver) {
                // Asked before the pass, so that the pass sees all that the ranks have recorded before their ends.
                isOver = stop.isRequested() || events == 0 && ranks.haveEnded();
                ranks.attach().forEach(output::problem);
                events = pass(isOver ? FlightRanks.FOREVER : ranks.nowNs());
                // This also flushes. A pipe is closed if its reader has ended.
                if (out.checkError()) {
                    return;
                }
                if (!isOver) {
                    stop.pause(PAUSE_MS);
                }
            }
        }
    }
}
