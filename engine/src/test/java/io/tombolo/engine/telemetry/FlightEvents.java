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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The events of a rank of a local job, as another process reads them. */
public final class FlightEvents {
    private FlightEvents() {
    }

    /** Returns the events that are there, each as a text. */
    public static List<String> of(final LocalJob job, final int rank, final Function<FlightEvent, String> text) {
        final List<String> events = new ArrayList<>();
        try (JobDirectory directory = JobDirectory.inspect(job.directory());
            RankFile file = RankFile.attach(directory, rank, directory.incarnation(rank))) {
            final FlightReader reader = new FlightReader(file.section(RankFileSection.FLIGHT));
            final FlightEvent event = new FlightEvent();
            while (reader.poll(event)) {
                events.add(text.apply(event));
            }
            return events;
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}
