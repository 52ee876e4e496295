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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A reading of a job from outside, which fails with one line if the files are damaged meanwhile.
 *
 * @param <T> result of the reading
 */
@FunctionalInterface
public interface CheckedReading<T> {
    /**
     * Reads.
     *
     * @param job mapped read-only, and closed afterwards
     * @return the result
     * @throws IOException if the job cannot be read; the message is one line
     */
    T read(JobDirectory job) throws IOException;

    /**
     * Opens a job and reads it.
     *
     * @param directory directory of the job, which may be a {@code previous/}
     * @param reading   reads it
     * @param <T>       result of the reading
     * @return the result
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    static <T> T of(final Path directory, final CheckedReading<T> reading) throws IOException {
        try (JobDirectory job = JobDirectory.inspect(directory)) {
            return reading.read(job);
        } catch (final UncheckedIOException refused) {
            throw refused.getCause();
        } catch (final IllegalStateException damaged) {
            // A row was valid when the file was checked, and has been damaged since.
            throw new IOException(directory + ": " + damaged.getMessage(), damaged);
        } catch (final InternalError cut) {
            // The JVM throws this for a mapped page that no longer exists.
            throw new IOException(directory + ": a file was truncated while it was read", cut);
        }
    }
}
