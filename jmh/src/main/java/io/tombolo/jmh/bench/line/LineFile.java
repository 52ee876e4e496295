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
package io.tombolo.jmh.bench.line;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Creates and maps the file that the measured processes share.
 */
public final class LineFile {

    private static final int BLOCK_LENGTH = 1 << 20;

    private LineFile() {
    }

    /**
     * Creates the file and writes every page of it, so that a full file system is an exception here and not a fault later.
     *
     * @param path        path of the file, which must not exist.
     * @param payloadSize size of each of the two payloads in bytes.
     * @throws IOException if the file exists or the file system is full.
     */
    public static void create(final Path path, final int payloadSize) throws IOException {
        final long length = LineDescriptor.fileLength(payloadSize);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            final ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_LENGTH);
            long position = 0;
            while (position < length) {
                zeros.clear().limit((int) Math.min(BLOCK_LENGTH, length - position));
                position += channel.write(zeros, position);
            }
        }
    }

    /**
     * Maps the whole file for reading and writing.
     *
     * @param path path of a file of {@link #create(Path, int)}.
     * @return the mapping.
     * @throws IOException if the file cannot be mapped.
     */
    public static MappedByteBuffer map(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
        }
    }
}
