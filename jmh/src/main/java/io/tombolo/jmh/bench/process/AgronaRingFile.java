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
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The mapped file of an Agrona buffer, all zeros at first.
 */
final class AgronaRingFile implements AutoCloseable {

    /** Capacity in bytes of a ring, unless its longest message needs more. */
    static final int CAPACITY = 128 << 10;

    /** Longest message in bytes of one-way traffic. */
    static final int MAX_ONE_WAY = 1 << 20;

    /** An Agrona ring carries messages up to this part (one eighth) of its capacity. */
    private static final int PART = 8;

    private final MappedByteBuffer mapping;
    private final int length;

    /** Maps the file, and creates it if the other process has not yet. */
    AgronaRingFile(final Path path, final int length) {
        this.length = length;
        try (FileChannel channel = FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, BitUtil.align(length, BitUtil.CACHE_LINE_LENGTH));
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the longest message of a ring of {@link #CAPACITY}. */
    static int maxLength() {
        return CAPACITY / PART;
    }

    /** Returns the capacity of a ring that carries messages of some length. */
    static int capacity(final int longest) {
        return Math.max(CAPACITY, BitUtil.findNextPositivePowerOfTwo(PART * longest));
    }

    UnsafeBuffer buffer() {
        return new UnsafeBuffer(mapping, 0, length);
    }

    @Override
    public void close() {
        IoUtil.unmap(mapping);
    }
}
