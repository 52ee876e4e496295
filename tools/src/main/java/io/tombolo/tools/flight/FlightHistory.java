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

import io.tombolo.tools.inspect.CheckedReading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The events that the flight recorders of a job keep, each of the last incarnation of a rank.
 *
 * @param entries  events, in the order of their times
 * @param notes    what the events lack, a line for each note
 * @param problems why ranks cannot be read, a line for each
 */
public record FlightHistory(List<FlightEntry> entries, List<String> notes, List<String> problems) {
    /**
     * Reads all events that were recorded before this call and are still there.
     *
     * @param directory directory of the job, live or dead
     * @return the events
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    public static FlightHistory of(final Path directory) throws IOException {
        return CheckedReading.of(directory, job -> {
            try (FlightRanks ranks = new FlightRanks(job, FlightOptions.ALL)) {
                final Collector collector = new Collector();
                ranks.attach().forEach(collector::problem);
                ranks.cursors().forEach(FlightCursor::freeze);
                new FlightNotes().of(ranks.takeBegun()).forEach(collector::note);
                ranks.pass(FlightRanks.FOREVER, collector);
                return new FlightHistory(
                    List.copyOf(collector.entries), List.copyOf(collector.notes), List.copyOf(collector.problems));
            }
        });
    }

    private static final class Collector implements FlightOutput {
        private final List<FlightEntry> entries = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        @Override
        public void note(final String line) {
            notes.add(line);
        }

        @Override
        public void problem(final String line) {
            problems.add(line);
        }

        @Override
        public void event(final FlightCursor cursor, final long missed) {
            entries.add(FlightEntry.of(cursor));
        }
    }
}
