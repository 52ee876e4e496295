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
package io.tombolo.tools.latency;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.latency.LatencyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A job of three ranks in which rank 1 measures.
 */
final class MeasuredJob implements AutoCloseable {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    private final Path directory;
    private final JobDirectory other;
    private final List<LatencyFile> files = new ArrayList<>();
    private JobDirectory job;

    MeasuredJob(final Path directory) throws IOException {
        this.directory = directory;
        this.other = join(0);
        this.job = join(1);
    }

    private JobDirectory join(final int rank) throws IOException {
        final JobDirectory joined = JobDirectory.join(directory, rank, 3, JobGeometry.builder().build(), TIMEOUT_NS);
        joined.markLive();
        return joined;
    }

    JobDirectory job() {
        return job;
    }

    LatencyFile file(final int peer, final int sample) throws IOException {
        files.add(LatencyFile.create(job, peer, sample));
        return files.get(files.size() - 1);
    }

    /** Lets rank 1 join again. The files of the incarnation before stay, because rank 0 has not released them. */
    void joinAgain() throws IOException {
        job.close();
        job = join(1);
    }

    @Override
    public void close() {
        files.forEach(LatencyFile::close);
        job.close();
        other.close();
    }
}
