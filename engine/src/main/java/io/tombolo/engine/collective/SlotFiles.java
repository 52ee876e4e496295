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
package io.tombolo.engine.collective;

import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.collective.CollectiveFile;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The slots of this rank, one for each of its communicators, and the mapped files of the other ranks. A slot of a closed group is used
 * again when its other members have read what it holds, or never will. Files stay until the job ends. Any thread.
 */
public final class SlotFiles {
    private final Node node;
    private final CopyOnWriteArrayList<CollectiveFile> own = new CopyOnWriteArrayList<>();
    private final int first;
    private final AtomicBoolean isGrowing = new AtomicBoolean();
    private final Queue<RetiredSlot> retired = new ConcurrentLinkedQueue<>();
    // By rank.
    private final AtomicReferenceArray<PeerFiles> peers;

    /**
     * Makes the first file of this rank.
     *
     * @param node  of this rank, which is not live yet.
     * @param first number of the first file; the others look for it from 0 on.
     * @throws IOException if there is no room for it.
     */
    public SlotFiles(final Node node, final int first) throws IOException {
        this.node = node;
        this.first = first;
        this.peers = new AtomicReferenceArray<>(node.size());
        grow(0);
    }

    /** Makes one more file, unless another thread has made it. A failure leaves no gap in the numbers, at which the others would stop. */
    private void grow(final int known) throws IOException {
        while (!isGrowing.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        try {
            if (own.size() == known) {
                final int incarnation = node.job().incarnation();
                final int number = first + known;
                own.add(CollectiveFile.create(
                    node.job().collectivePath(node.rank(), incarnation, number), node.rank(), incarnation, number));
            }
        } finally {
            isGrowing.set(false);
        }
    }

    /**
     * Takes a slot for a group.
     *
     * @param group name of the group.
     * @return slot, which the caller {@linkplain #retire retires} or frees.
     * @throws IOException if another file is needed, and there is no room for it.
     */
    public CollectiveSlot take(final long group) throws IOException {
        freeRetired();
        while (true) {
            final int known = own.size();
            for (int number = 0; number < known; number++) {
                final CollectiveSlot slot = own.get(number).take(group);
                if (slot != null) {
                    return slot;
                }
            }
            grow(known);
        }
    }

    /** Frees the slots of closed groups that nobody reads any more. A slot belongs to the thread that has polled it. */
    private void freeRetired() {
        for (int left = retired.size(); left > 0; left--) {
            final RetiredSlot closed = retired.poll();
            if (closed != null && !closed.tryFree()) {
                retired.add(closed);
            }
        }
    }

    /**
     * Gives a slot back whose group is closed.
     *
     * @param slot  of this rank.
     * @param calls progress of the group at this rank.
     */
    void retire(final CollectiveSlot slot, final CollectiveProgress calls) {
        final RetiredSlot closed = new RetiredSlot(slot, calls);
        if (!closed.tryFree()) {
            retired.add(closed);
        }
    }

    /**
     * Finds the slot of another rank for a group.
     *
     * @param rank        in the world.
     * @param incarnation of the rank.
     * @param group       name of the group.
     * @return null if that rank has no slot for it yet.
     * @throws IOException if a file cannot be mapped.
     */
    CollectiveSlot find(final int rank, final int incarnation, final long group) throws IOException {
        PeerFiles mapped = peers.get(rank);
        if (mapped == null || mapped.incarnation() != incarnation) {
            mapped = new PeerFiles(incarnation, new ConcurrentHashMap<>());
            peers.set(rank, mapped);
        }
        for (int number = 0;; number++) {
            final CollectiveFile file = file(rank, mapped, number);
            final CollectiveSlot slot = file == null ? null : file.find(group);
            if (file == null || slot != null) {
                return slot;
            }
        }
    }

    /** Returns a file of a rank, and maps it first if it is not mapped; null if there is none. Several threads may map the same file. */
    private CollectiveFile file(final int rank, final PeerFiles mapped, final int number) throws IOException {
        final CollectiveFile known = mapped.files().get(number);
        if (known != null) {
            return known;
        }
        try {
            final CollectiveFile file = CollectiveFile.attach(
                node.job().collectivePath(rank, mapped.incarnation(), number), rank, mapped.incarnation(), number, true);
            mapped.files().put(number, file);
            return file;
        } catch (final NoSuchFileException none) {
            return null;
        }
    }

    /** The mapped files of an incarnation of a rank, by number. */
    private record PeerFiles(int incarnation, ConcurrentMap<Integer, CollectiveFile> files) {
    }

    /** A slot of a closed group. */
    private record RetiredSlot(CollectiveSlot slot, CollectiveProgress calls) {
        boolean tryFree() {
            final boolean isRead = calls.isReadByAll();
            if (isRead) {
                slot.free();
            }
            return isRead;
        }
    }
}
