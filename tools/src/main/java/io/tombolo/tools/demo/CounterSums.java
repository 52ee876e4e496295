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
package io.tombolo.tools.demo;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Sums of the counters of all ranks of a job, read from the rank files as any process can.
 */
final class CounterSums {
    private final long[] sums = new long[Counter.values().length];

    /**
     * Reads the counters.
     *
     * @param directory of a job in which all ranks are alive
     * @throws IOException if a file cannot be read
     */
    CounterSums(final Path directory) throws IOException {
        try (JobDirectory job = JobDirectory.inspect(directory)) {
            for (int rank = 0; rank < job.size(); rank++) {
                try (RankFile file = RankFile.attach(job, rank, job.incarnation(rank))) {
                    for (final Counter counter : Counter.values()) {
                        sums[counter.ordinal()] += file.counters().value(counter);
                    }
                }
            }
        }
    }

    /** The sum of one counter over all ranks. */
    long of(final Counter counter) {
        return sums[counter.ordinal()];
    }

    /**
     * Shows the sums that matter to a user.
     *
     * @param report takes the lines
     * @throws DemoFailure if a rank has counted a protocol error
     */
    void show(final Report report) {
        report.line("");
        report.line("counters of all ranks");
        row(report, "sent short", Counter.SENT_SHORT, "payload bytes sent", Counter.BYTES_SENT);
        row(report, "sent eager", Counter.SENT_EAGER, "payload bytes received", Counter.BYTES_RECEIVED);
        row(report, "sent registered", Counter.SENT_RENDEZVOUS_REGISTERED, "sends delayed: ring full", Counter.RING_FULL);
        row(report, "sent staged", Counter.SENT_RENDEZVOUS_STAGED, "sleeps of idle ranks", Counter.IDLE_SLEEPS);
        row(report, "unexpected", Counter.UNEXPECTED_MESSAGES, "protocol errors", Counter.PROTOCOL_ERRORS);
        if (of(Counter.PROTOCOL_ERRORS) != 0) {
            throw new DemoFailure(of(Counter.PROTOCOL_ERRORS) + " protocol errors were counted");
        }
    }

    private void row(final Report report, final String left, final Counter first, final String right, final Counter second) {
        report.line("  %-16s%,12d    %-26s%,16d", left, of(first), right, of(second));
    }
}
