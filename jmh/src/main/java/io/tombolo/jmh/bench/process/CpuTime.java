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
package io.tombolo.jmh.bench.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Processor time of a process. The scheduler of the kernel counts nanoseconds for each thread. Java reports ticks of 10 ms, which are too
 * coarse for a rank that sleeps; they are used if the kernel gives nothing better.
 */
final class CpuTime {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String THREADS = "task";
    private static final String SCHEDULER = "schedstat";

    private final long pid;

    /** Reads the time of a process of the same user. */
    CpuTime(final long pid) {
        this.pid = pid;
    }

    /** Returns the processor time of all living threads in nanoseconds. */
    long sumNs() {
        long sumNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(PROCESSES.resolve(Long.toString(pid)).resolve(THREADS))) {
            for (final Path thread : threads) {
                sumNs += ofThreadNs(thread.resolve(SCHEDULER));
            }
        } catch (final IOException ex) {
            return ticksNs();
        }
        return sumNs > 0 ? sumNs : ticksNs();
    }

    private static long ofThreadNs(final Path file) throws IOException {
        try {
            final String text = Files.readString(file);
            return Long.parseLong(text.substring(0, text.indexOf(' ')));
        } catch (final NoSuchFileException ended) {
            return 0;
        }
    }

    private long ticksNs() {
        return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration()).orElse(Duration.ZERO).toNanos();
    }
}
