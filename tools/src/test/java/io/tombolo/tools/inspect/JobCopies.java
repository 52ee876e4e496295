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

import io.tombolo.engine.EngineContext;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes jobs with small files, and copies of them. No process holds the locks of a copy, so it is a dead job.
 */
public final class JobCopies {
    private JobCopies() {
    }

    /** Makes the files of a rank small. */
    public static void small(final EngineContext context) {
        context.size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.PACKETS, 4).size(GeometrySetting.PACKET_LENGTH, 256)
            .size(GeometrySetting.RETURN_RECORDS, 16).size(GeometrySetting.MATCH_NODES, 64)
            .size(GeometrySetting.STAGING_LANES, 1).size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
            .size(GeometrySetting.STAGING_CHUNK, 1024)
            .closeTimeout(1, TimeUnit.MILLISECONDS).errorHandler(error -> { });
    }

    /** Copies the files of a directory into a new one, mode 0700 and 0600. */
    public static Path copy(final Path from, final Path to) throws IOException {
        Files.createDirectory(to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (final Path file : files(from)) {
            Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return to;
    }

    /** The files of a directory, by name. */
    public static List<Path> files(final Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** The bytes of all files, by name. The clock words of ranks are 0: they go on. */
    public static TreeMap<String, String> bytes(final Path directory) throws IOException {
        final TreeMap<String, String> bytes = new TreeMap<>();
        for (final Path file : files(directory)) {
            final String name = file.getFileName().toString();
            final byte[] content = read(file);
            if (name.matches("rank-\\d+\\.\\d+\\.dat")) {
                final ByteBuffer rank = ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
                final int waits = RankFileDescriptor.entryOffset(RankFileSection.WAITS) + RankFileDescriptor.ENTRY_OFFSET_OFFSET;
                rank.putLong((int) rank.getLong(waits) + WaitDescriptor.CLOCK_OFFSET, 0);
            }
            bytes.put(name, new String(content, StandardCharsets.ISO_8859_1));
        }
        return bytes;
    }

    private static byte[] read(final Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
