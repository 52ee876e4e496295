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

import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.ByteRingDescriptor;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.StreamFile;
import java.io.IOException;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The streams of bytes that a rank writes beside its events, in a file of their own. The progress owner alone.
 */
final class RecordedStreams implements AutoCloseable {
    private final StreamFile file;
    private final RecorderWait payloadWait;
    private final RecorderWait orderWait;
    private final ByteRing payload;
    private final ByteRing order;

    private RecordedStreams(final StreamFile file, final JobDirectory job, final RecordingSettings settings, final ErrorHandler errors) {
        this.file = file;
        this.payloadWait = wait(job, RecordedRing.PAYLOAD, file.payload(), settings, errors);
        this.orderWait = wait(job, RecordedRing.ORDER, file.order(), settings, errors);
        this.payload = new ByteRing(file.payload(), payloadWait);
        this.order = new ByteRing(file.order(), orderWait);
    }

    private static RecorderWait wait(
        final JobDirectory job, final RecordedRing ring, final UnsafeBuffer memory, final RecordingSettings settings,
        final ErrorHandler errors) {
        return settings.waitNs() == 0 ? null :
            new RecorderWait(job, ring, ByteRingDescriptor.capacity(memory.capacity()), settings.waitNs(), errors);
    }

    /** Creates the file of a rank, and begins both streams. */
    static RecordedStreams create(final JobDirectory job, final RecordingSettings settings, final ErrorHandler errors)
        throws IOException {
        return new RecordedStreams(StreamFile.create(job, settings.payloadBytes()), job, settings, errors);
    }

    ByteRing payload() {
        return payload;
    }

    ByteRing order() {
        return order;
    }

    /** Unmaps the files of the streams and of the recorder. */
    @Override
    public void close() {
        if (payloadWait != null) {
            payloadWait.close();
            orderWait.close();
        }
        file.close();
    }
}
