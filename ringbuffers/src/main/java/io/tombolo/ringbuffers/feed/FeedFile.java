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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.CAPACITY_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.CUT_OFF_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.HASH_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.KEYS_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.KIND_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.LONGEST_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.NAME_CAPACITY;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.NAME_LENGTH_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.NAME_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.NUMBER_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.READERS_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.VERSION_OFFSET;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file {@code feed-R.i-k.dat}. The writer's rank creates it, and readers map it for reading and writing. Nobody unmaps it while an
 * application can see its memory: the collector does so when the feed and all its views are unreachable.
 */
public final class FeedFile {
    private final MappedFile file;
    private final UnsafeBuffer memory;
    private final FeedGeometry geometry;
    private final String name;

    private FeedFile(final MappedFile file, final FeedGeometry geometry, final String name) {
        this(file, file.buffer(0, geometry.fileLength()), geometry, name);
    }

    private FeedFile(final MappedFile file, final UnsafeBuffer memory, final FeedGeometry geometry, final String name) {
        this.file = file;
        this.memory = memory;
        this.geometry = geometry;
        this.name = name;
    }

    /**
     * Creates the file of an empty feed.
     *
     * @param path        of the file, see {@link io.tombolo.ringbuffers.job.JobDirectory#feedPath}.
     * @param rank        of the writer.
     * @param incarnation of the writer.
     * @param number      of the feed, not used before by this incarnation.
     * @param name        of the feed, up to {@link FeedFileDescriptor#NAME_CAPACITY} bytes in UTF-8.
     * @param geometry    sizes.
     * @return the file, mapped read-write.
     * @throws IOException if there is no room; the message is one line that says how much is needed, and where.
     */
    public static FeedFile create(
        final Path path, final int rank, final int incarnation, final int number, final String name, final FeedGeometry geometry)
        throws IOException {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        if (text.length > NAME_CAPACITY) {
            throw new IllegalArgumentException("name=" + name + " of a feed must have at most " + NAME_CAPACITY + " bytes in UTF-8");
        }
        return new FeedFile(MappedFile.create(path, geometry.fileLength(), mapped -> {
            final UnsafeBuffer head = mapped.buffer(0, FeedFileDescriptor.LENGTH);
            head.putLong(MAGIC_OFFSET, FeedFileDescriptor.MAGIC);
            head.putInt(VERSION_OFFSET, FeedFileDescriptor.LAYOUT_VERSION);
            head.putInt(KIND_OFFSET, geometry.kind().code());
            head.putLong(HASH_OFFSET, FeedFileDescriptor.LAYOUT_HASH);
            head.putInt(RANK_OFFSET, rank);
            head.putInt(INCARNATION_OFFSET, incarnation);
            head.putInt(NUMBER_OFFSET, number);
            head.putInt(READERS_OFFSET, geometry.readers());
            head.putLong(CAPACITY_OFFSET, geometry.capacity());
            head.putInt(LONGEST_OFFSET, geometry.longest());
            head.putInt(KEYS_OFFSET, geometry.keys());
            head.putLong(CUT_OFF_OFFSET, geometry.cutOffNs());
            head.putInt(NAME_LENGTH_OFFSET, text.length);
            head.putBytes(NAME_OFFSET, text);
        }), geometry, name);
    }

    /**
     * Makes an empty feed without a file, for the threads of one process: for tests.
     *
     * @param memory   zeros, off-heap, aligned to a cache line; kept reachable.
     * @param geometry sizes.
     * @return the feed.
     */
    public static FeedFile inMemory(final UnsafeBuffer memory, final FeedGeometry geometry) {
        return new FeedFile(null, memory, geometry, "memory");
    }

    /**
     * Maps the file of a feed.
     *
     * @param path        of the file.
     * @param rank        that must be its writer.
     * @param incarnation of the writer.
     * @param readOnly    for an inspector: a store then kills the JVM.
     * @return the mapping.
     * @throws IOException if the file is missing, or is not a feed of that writer with this layout and possible sizes.
     */
    public static FeedFile attach(final Path path, final int rank, final int incarnation, final boolean readOnly) throws IOException {
        final MappedFile mapped = MappedFile.attach(path, -1, readOnly);
        try {
            return attach(mapped, rank, incarnation);
        } catch (final IOException | IllegalArgumentException refused) {
            mapped.close();
            throw new IOException(path + ": is not a feed of incarnation " + incarnation + " of rank " + rank + ", or is damaged: " +
                refused.getMessage(), refused);
        }
    }

    private static FeedFile attach(final MappedFile mapped, final int rank, final int incarnation) throws IOException {
        if (mapped.length() < FeedFileDescriptor.LENGTH) {
            throw new IOException("it has " + mapped.length() + " bytes");
        }
        final UnsafeBuffer head = mapped.buffer(0, FeedFileDescriptor.LENGTH);
        final FeedKind kind = FeedKind.of(head.getInt(KIND_OFFSET));
        final long capacity = head.getLong(CAPACITY_OFFSET);
        final int nameLength = head.getInt(NAME_LENGTH_OFFSET);
        if (head.getLong(MAGIC_OFFSET) != FeedFileDescriptor.MAGIC || head.getInt(VERSION_OFFSET) != FeedFileDescriptor.LAYOUT_VERSION ||
            head.getLong(HASH_OFFSET) != FeedFileDescriptor.LAYOUT_HASH || kind == null) {
            throw new IOException("its layout differs");
        }
        if (head.getInt(RANK_OFFSET) != rank || head.getInt(INCARNATION_OFFSET) != incarnation || nameLength < 0 ||
            nameLength > NAME_CAPACITY || capacity != (int) capacity) {
            throw new IOException("its head has impossible values");
        }
        final FeedGeometry geometry = new FeedGeometry(kind, (int) capacity, head.getInt(LONGEST_OFFSET), head.getInt(READERS_OFFSET),
            head.getInt(KEYS_OFFSET), head.getLong(CUT_OFF_OFFSET));
        if (geometry.fileLength() != mapped.length()) {
            throw new IOException("it has " + mapped.length() + " bytes in place of " + geometry.fileLength());
        }
        final byte[] name = new byte[nameLength];
        head.getBytes(NAME_OFFSET, name);
        return new FeedFile(mapped, geometry, new String(name, StandardCharsets.UTF_8));
    }

    /**
     * Returns the whole file.
     *
     * @return memory that keeps the mapping alive.
     */
    public AtomicBuffer memory() {
        return memory;
    }

    /**
     * Returns the sizes.
     *
     * @return checked when the file was mapped.
     */
    public FeedGeometry geometry() {
        return geometry;
    }

    /**
     * Returns the name of the feed.
     *
     * @return as its writer has given it.
     */
    public String name() {
        return name;
    }

    /**
     * Returns the number of the feed.
     *
     * @return number among those of the rank that writes it.
     */
    public int number() {
        return memory.getInt(NUMBER_OFFSET);
    }

    /**
     * Returns the path of the file.
     *
     * @return the path under which it was created or mapped; null without a file.
     */
    public Path path() {
        return file == null ? null : file.path();
    }

    /**
     * Removes the name of the file: nobody finds the feed any more. Mappings stay.
     *
     * @throws IOException if the name cannot be removed.
     */
    public void delete() throws IOException {
        file.delete();
    }

    /**
     * Unmaps the file. Only for a caller that has handed out no view of it.
     */
    public void unmap() {
        file.close();
    }
}
