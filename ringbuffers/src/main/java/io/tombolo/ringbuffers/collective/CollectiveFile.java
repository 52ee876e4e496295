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
package io.tombolo.ringbuffers.collective;

import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.HASH_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.NUMBER_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.SLOTS_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveFileDescriptor.VERSION_OFFSET;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file of slots. Its rank creates it, and the others map it; they only read. Nobody unmaps it: the collector does so when no slot is
 * reachable any more.
 */
public final class CollectiveFile {
    private final MappedFile file;
    private final CollectiveSlot[] slots = new CollectiveSlot[CollectiveFileDescriptor.SLOTS];

    private CollectiveFile(final MappedFile file) {
        this.file = file;
        for (int index = 0; index < slots.length; index++) {
            final long address = file.address(CollectiveFileDescriptor.slotOffset(index), CollectiveSlotDescriptor.LENGTH);
            slots[index] = new CollectiveSlot(file, address);
        }
    }

    /**
     * Creates a file of free slots.
     *
     * @param path        of the file, see {@link io.tombolo.ringbuffers.job.JobDirectory#collectivePath}.
     * @param rank        that owns it.
     * @param incarnation of the rank.
     * @param number      of the file.
     * @return the file, mapped read-write.
     * @throws IOException if there is no room; the message is one line that says how much is needed, and where.
     */
    public static CollectiveFile create(final Path path, final int rank, final int incarnation, final int number) throws IOException {
        return new CollectiveFile(MappedFile.create(path, CollectiveFileDescriptor.FILE_LENGTH, mapped -> {
            final UnsafeBuffer head = mapped.buffer(0, CollectiveFileDescriptor.LENGTH);
            head.putLong(MAGIC_OFFSET, CollectiveFileDescriptor.MAGIC);
            head.putInt(VERSION_OFFSET, CollectiveFileDescriptor.LAYOUT_VERSION);
            head.putInt(SLOTS_OFFSET, CollectiveFileDescriptor.SLOTS);
            head.putLong(HASH_OFFSET, CollectiveFileDescriptor.LAYOUT_HASH);
            head.putInt(RANK_OFFSET, rank);
            head.putInt(INCARNATION_OFFSET, incarnation);
            head.putInt(NUMBER_OFFSET, number);
        }));
    }

    /**
     * Maps the file of a rank.
     *
     * @param path        of the file.
     * @param rank        that must own it.
     * @param incarnation of the rank.
     * @param number      of the file.
     * @param readOnly    true unless the file is that of this rank: a store then kills the JVM.
     * @return the mapping.
     * @throws java.nio.file.NoSuchFileException if there is no such file.
     * @throws IOException                       if it is not such a file with this layout.
     */
    public static CollectiveFile attach(
        final Path path, final int rank, final int incarnation, final int number, final boolean readOnly) throws IOException {
        final MappedFile mapped = MappedFile.attach(path, CollectiveFileDescriptor.FILE_LENGTH, readOnly);
        final UnsafeBuffer head = mapped.buffer(0, CollectiveFileDescriptor.LENGTH);
        if (head.getLong(MAGIC_OFFSET) != CollectiveFileDescriptor.MAGIC ||
            head.getInt(VERSION_OFFSET) != CollectiveFileDescriptor.LAYOUT_VERSION ||
            head.getLong(HASH_OFFSET) != CollectiveFileDescriptor.LAYOUT_HASH || head.getInt(RANK_OFFSET) != rank ||
            head.getInt(INCARNATION_OFFSET) != incarnation || head.getInt(NUMBER_OFFSET) != number) {
            mapped.close();
            throw new IOException(path + ": is not file " + number + " for collective operations of incarnation " + incarnation +
                " of rank " + rank + ", or its layout differs");
        }
        return new CollectiveFile(mapped);
    }

    /**
     * Takes a free slot for a group. Any thread.
     *
     * @param group name of the group, not negative.
     * @return the slot, zero except for its name; null if no slot is free.
     */
    public CollectiveSlot take(final long group) {
        for (final CollectiveSlot slot : slots) {
            if (slot.take(group)) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Finds the slot of a group. Any thread.
     *
     * @param group name of the group.
     * @return the slot; null if the owner has none for it in this file.
     */
    public CollectiveSlot find(final long group) {
        for (final CollectiveSlot slot : slots) {
            if (slot.isOf(group)) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Returns the path of the file.
     *
     * @return the path under which it was created or mapped.
     */
    public Path path() {
        return file.path();
    }
}
