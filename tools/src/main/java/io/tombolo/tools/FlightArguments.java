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

import io.tombolo.tools.flight.FlightOptions;
import io.tombolo.tools.flight.FlightView;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The options of {@code inspect} that show flight recorders.
 */
final class FlightArguments {
    @Option(names = "--flight", description = {
        "Show only the last events of each rank, merged by time: sends, receives, arrivals, stalls, locks, deaths. With --json: a line of "
            + "JSON for each event."
    })
    private boolean flight;

    @Option(names = "--last", paramLabel = "N", description =
        "With --flight: begin with the last N events of each rank. Default: 40; with --json all that the rank has kept.")
    private Long last;

    @Option(names = "--follow", description =
        "With --flight: go on with new events, also of ranks that join, until no rank is alive or Ctrl-C.")
    private boolean follow;

    boolean areAsked() {
        return flight;
    }

    /** Refuses options that do not go together. */
    void check(final boolean hasOtherView) {
        final String lonely = follow ? "--follow" : last != null ? "--last" : null;
        if (!flight && lonely != null) {
            throw new CommandFailure(ExitStatus.USAGE, lonely + " needs --flight");
        }
        if (flight && hasOtherView) {
            throw new CommandFailure(
                ExitStatus.USAGE,
                "--flight shows only events: it does not go with --hex, --queues, --sends, --windows, --srq, --feeds, --pair and " +
                "--latency");
        }
        if (last != null && last < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--last takes a number of events from 1, not " + last);
        }
    }

    /** Shows the events of a job, or of one of its ranks. */
    void show(final Path path, final int rank, final boolean json, final Terminal terminal) throws IOException {
        final long events = last != null ? last : json ? FlightOptions.EVERY : FlightOptions.FEW;
        FlightView.show(path, new FlightOptions(rank, events, follow, json), terminal.out(), terminal.err());
    }
}
