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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TimeLimit;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody truncates the file of a rank. The rank's agent reports this once, and its close fails with one line that names the directory.
 */
@Timeout(60)
class CutRankFileTest {
    @Test
    void shouldNameTheDirectoryOfACutFile() throws Exception {
        try (RankJvms job = RankJvms.start(1, Job.class, List.of())) {
            job.awaitSuccess();
        }
    }

    /** Runs a job in this JVM and truncates the file of rank 1. */
    static final class Job {
        private Job() {
        }

        public static void main(final String[] arguments) throws Exception {
            final Queue<Throwable> told = new ConcurrentLinkedQueue<>();
            final LocalJob job = LocalJob.of(2, context -> context.asyncProgress(true).errorHandler(told::add));
            try (RandomAccessFile file = new RandomAccessFile(job.directory().resolve("rank-1.1.dat").toFile(), "rw")) {
                file.setLength(0);
            }
            while (told.stream().noneMatch(InternalError.class::isInstance)) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
            assertThatThrownBy(job.engine(1)::close).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("a file of the job in " + job.directory() + " was cut").hasCauseInstanceOf(IOException.class);
            // Rank 0 may report it, too, because it rings rank 1 through this file.
            assertThat(told.stream().filter(InternalError.class::isInstance)).hasSizeLessThanOrEqualTo(job.size());
            job.close();
            assertThat(job.directory()).doesNotExist();
        }
    }
}
