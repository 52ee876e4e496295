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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightLimit;
import io.tombolo.ringbuffers.flight.FlightRing;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderPosition;
import io.tombolo.ringbuffers.job.StreamFile;
import io.tombolo.ringbuffers.job.StreamFileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;

/**
 * A rank that records messages with their bytes, which follow from the number of the message. As a main class it is a process: {@code DIR
 * COUNT}; it waits for its recorder, records that many messages, prints "recorded", and leaves when its standard input ends.
 */
public final class PayloadRank implements AutoCloseable {
    static final int EVENTS = 1024;
    static final int CAPACITY = StreamFileDescriptor.LEAST_PAYLOAD;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    private final JobDirectory job;
    private final RankFile file;
    private final StreamFile streams;
    private final FlightRing ring;
    private final ByteRing payload;
    private final ByteRing order;
    private final List<RecorderPosition> positions = new ArrayList<>();
    private int sent;

    /** Joins a job of one rank. */
    public PayloadRank(final Path directory, final boolean isLossless) throws IOException {
        final JobGeometry geometry = JobGeometry.builder()
            .set(GeometrySetting.MATCH_NODES, 64).set(GeometrySetting.FLIGHT_EVENTS, EVENTS).build();
        job = JobDirectory.join(directory, 0, 1, geometry, TIMEOUT_NS);
        file = RankFile.create(job);
        streams = StreamFile.create(job, CAPACITY);
        payload = new ByteRing(streams.payload(), isLossless ? limit(RecordedRing.PAYLOAD, CAPACITY) : null);
        order = new ByteRing(streams.order(), isLossless ? limit(RecordedRing.ORDER, CAPACITY / 4) : null);
        ring = new FlightRing(
            file.section(RankFileSection.FLIGHT), true, isLossless ? limit(RecordedRing.EVENTS, EVENTS - 1) : null);
        job.markLive();
    }

    /** Waits for the recorder, however long. */
    private FlightLimit limit(final RecordedRing which, final int room) {
        final RecorderPosition[] position = new RecorderPosition[1];
        return at -> {
            long read = -1;
            while (read + room <= at || read < 0) {
                RecordedProcess.check();
                position[0] = position[0] == null ? attach(which) : position[0];
                read = position[0] == null ? -1 : position[0].load();
            }
            return read + room;
        };
    }

    private RecorderPosition attach(final RecordedRing which) {
        try {
            final RecorderPosition position = RecorderPosition.attach(job, which);
            if (position != null) {
                positions.add(position);
            }
            return position;
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** Returns the bytes of a message. */
    static byte[] message(final int number) {
        final byte[] bytes = new byte[number % 97 == 96 ? 40_000 : number * 79 % 3_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number * 31 + i * 7);
        }
        return bytes;
    }

    /** Records messages. */
    PayloadRank send(final int count) {
        for (int i = 0; i < count; i++) {
            final byte[] bytes = message(sent);
            ring.record(FlightKind.RECEIVED, 0, 1, sent, 5, 7, bytes.length);
            int done = 0;
            do {
                final int piece = Math.min(payload.longest(), bytes.length - done);
                final long at = payload.append(bytes, UnsafeApi.arrayBaseOffset(byte[].class) + done, piece);
                done += piece;
                ring.record(FlightKind.PAYLOAD, done == bytes.length ? FlightKind.LAST_PIECE : 0, 1, sent, 5, piece, at);
            } while (done < bytes.length);
            order.append(sent, 2);
            sent++;
        }
        return this;
    }

    /** Returns how many bytes of payload were written. */
    long written() {
        return payload.position();
    }

    @Override
    public void close() throws IOException {
        job.leave();
        job.destroyIfLast();
        job.close();
        positions.forEach(RecorderPosition::close);
        streams.close();
        file.close();
    }

    /** Runs a rank. */
    public static void main(final String[] arguments) throws IOException {
        try (PayloadRank rank = new PayloadRank(Path.of(arguments[0]), true)) {
            rank.send(Integer.parseInt(arguments[1]));
            System.out.println("recorded");
            while (System.in.read() >= 0) {
                rank.send(1);
            }
        }
    }
}
