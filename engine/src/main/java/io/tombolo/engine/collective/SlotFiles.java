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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The slots of this rank, one for each of its communicators, and the mapped files of the other ranks. A slot of a closed group is used
 * again when its other members have read what it holds, or never will. Files stay until the job ends. Any thread.
 */
public final class SlotFiles {
    /** Largest number of slots that a rank has in use. */
    public static final String SLOTS_PROPERTY = "tombolo.collective.slots";

    private final Node node;
    private final int most;
    // Slots that are taken, also those of closed groups.
    private final AtomicInteger used = new AtomicInteger();
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
     * @param most  slots that may be in use at a time, at least 1.
     * @throws IOException if there is no room for it.
     */
    public SlotFiles(final Node node, final int first, final int most) throws IOException {
        this.node = node;
        this.most = most;
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
     * @return slot, which the caller {@linkplain #retire retires} or {@linkplain #free frees}; null if as many are in use as may be.
     * @throws IOException if another file is needed, and there is no room for it.
     */
    public CollectiveSlot take(final long group) throws IOException {
        freeRetired();
        if (used.getAndUpdate(count -> Math.min(count + 1, most)) == most) {
            return null;
        }
        CollectiveSlot taken = null;
        try {
            taken = takeAny(group);
        } finally {
            if (taken == null) {
                used.decrementAndGet();
            }
        }
        return taken;
    }

    private CollectiveSlot takeAny(final long group) throws IOException {
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

    /**
     * Gives a slot back that no other member reads.
     *
     * @param slot of this rank.
     */
    public void free(final CollectiveSlot slot) {
        slot.free();
        used.decrementAndGet();
    }

    /** Frees the slots of closed groups that nobody reads any more. A slot belongs to the thread that has polled it. */
    private void freeRetired() {
        for (int left = retired.size(); left > 0; left--) {
            final RetiredSlot closed = retired.poll();
            if (closed != null && !tryFree(closed)) {
                retired.add(closed);
            }
        }
    }

    /**
     * Gives a slot back whose group is closed.
     *
     * @param slot     of this rank.
     * @param calls    progress of the group at this rank.
     * @param isInCall whether this rank has begun a call that it has not completed.
     */
    void retire(final CollectiveSlot slot, final CollectiveProgress calls, final boolean isInCall) {
        final RetiredSlot closed = new RetiredSlot(slot, calls, isInCall);
        if (!tryFree(closed)) {
            retired.add(closed);
        }
    }

    private boolean tryFree(final RetiredSlot closed) {
        final boolean isRead = closed.calls().isReadByAll(closed.isInCall());
        if (isRead) {
            free(closed.slot());
        }
        return isRead;
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
    private record RetiredSlot(CollectiveSlot slot, CollectiveProgress calls, boolean isInCall) {
    }
}
