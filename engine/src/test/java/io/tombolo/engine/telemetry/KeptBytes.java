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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.StreamFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages whose bytes a rank has kept, as another process reads them. */
final class KeptBytes {
    /** A message at one of its ends. */
    record Kept(boolean isSent, int peer, int number, int context, byte[] bytes) {
    }

    private final List<Kept> messages = new ArrayList<>();

    private KeptBytes() {
    }

    /** Reads what a rank has kept. */
    static KeptBytes of(final LocalJob job, final int rank) throws IOException {
        final KeptBytes kept = new KeptBytes();
        try (JobDirectory directory = JobDirectory.inspect(job.directory()); RankFile file = RankFile.attach(directory, rank, 1);
            StreamFile streams = StreamFile.attach(directory, rank, 1)) {
            kept.read(new FlightReader(file.section(RankFileSection.FLIGHT)), new ByteRingReader(streams.payload()));
        }
        return kept;
    }

    private void read(final FlightReader events, final ByteRingReader payload) {
        final FlightEvent event = new FlightEvent();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long position = 0;
        boolean isInside = false;
        while (events.poll(event)) {
            if (event.kind() != FlightKind.PAYLOAD) {
                assertThat(isInside).as("pieces of a message follow one another").isFalse();
                continue;
            }
            assertThat(event.length()).isEqualTo(position);
            final byte[] piece = new byte[event.tag()];
            assertThat(payload.copy(position, piece.length, new UnsafeBuffer(piece), 0)).isZero();
            bytes.writeBytes(piece);
            position += piece.length;
            isInside = (event.detail() & FlightKind.LAST_PIECE) == 0;
            if (!isInside) {
                messages.add(new Kept(
                    (event.detail() & FlightKind.SENT_BYTES) != 0, event.peer(), event.number(), event.context(), bytes.toByteArray()));
                bytes.reset();
            }
        }
        assertThat(position).isEqualTo(payload.written());
    }

    /** Returns the messages that this rank has sent to a peer, or received from it, in the order in which they ended. */
    List<Kept> with(final int peer, final boolean isSent) {
        return messages.stream().filter(kept -> kept.peer() == peer && kept.isSent() == isSent).toList();
    }

    /** Returns the messages of a direction in the order of their numbers, which leave none out. */
    List<Kept> inOrder(final int peer, final boolean isSent) {
        final List<Kept> sorted = with(peer, isSent).stream().sorted((a, b) -> Integer.compare(a.number(), b.number())).toList();
        for (int i = 0; i < sorted.size(); i++) {
            assertThat(sorted.get(i).number()).as("number of the message %d of rank %d", i, peer).isEqualTo(i);
        }
        return sorted;
    }
}
