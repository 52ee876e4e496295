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
package io.tombolo.ringbuffers.job;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Joins and leaves jobs for the tests of this package. */
final class Jobs {
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Path FILES = Path.of("/proc/self/fd");

    private Jobs() {
    }

    static JobGeometry geometry() {
        return JobGeometry.builder().set(GeometrySetting.MATCH_NODES, 64).build();
    }

    static JobDirectory join(final Path directory, final int rank, final int size) throws IOException {
        return join(directory, RankRequest.of(rank), size);
    }

    static JobDirectory join(final Path directory, final RankRequest request, final int size) throws IOException {
        final JobDirectory job = JobDirectory.join(directory, "", request, size, geometry(), TIMEOUT_NS);
        job.markLive();
        return job;
    }

    static RankRequest named(final String name) {
        return new RankRequest(RankRequest.BY_NAME, name, false);
    }

    /** Reads the row again only when the failure epoch has changed, as a rank does. */
    static void awaitState(final JobDirectory job, final int rank, final RankState state) {
        long epoch = job.failureEpoch();
        while (job.state(rank) != state) {
            while (job.failureEpoch() == epoch) {
                Thread.onSpinWait();
            }
            epoch = job.failureEpoch();
        }
    }

    /** Counts the open sockets and selectors. Other files are left out, because the JVM itself may open some at any time. */
    static long openSockets() throws IOException {
        // When the JVM closes a socket for the first time, it opens one of its own, which it keeps.
        SocketChannel.open(StandardProtocolFamily.UNIX).close();
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(Jobs::isSocket).count();
        }
    }

    private static boolean isSocket(final Path file) {
        try {
            final String target = Files.readSymbolicLink(file).toString();
            return target.startsWith("socket:") || target.startsWith("anon_inode:");
        } catch (final IOException closed) {
            return false;
        }
    }

    static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.count();
        }
    }
}
