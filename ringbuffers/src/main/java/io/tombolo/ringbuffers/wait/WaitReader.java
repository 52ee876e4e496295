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
package io.tombolo.ringbuffers.wait;

import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the waits of a rank, while it runs or after its death. Each value is checked: what no rank can have written is not there. One
 * thread at a time.
 */
public final class WaitReader {
    private static final int TRIES = 16;

    private final AtomicBuffer section;
    private final UnsafeBuffer copy = new UnsafeBuffer(new byte[WaitDescriptor.PLACE_LENGTH]);

    private WaitReader(final AtomicBuffer section) {
        this.section = section;
    }

    /**
     * Reads a section.
     *
     * @param section of the rank file, maybe mapped read-only.
     * @return new reader.
     * @throws IllegalArgumentException if the section has another length.
     */
    public static WaitReader attach(final AtomicBuffer section) {
        if (section.capacity() != WaitDescriptor.LENGTH) {
            throw new IllegalArgumentException(
                "length=" + section.capacity() + " of the waits of a rank must be " + WaitDescriptor.LENGTH);
        }
        return new WaitReader(section);
    }

    /**
     * Returns the clock of the rank. It stands still while its process is stopped, or all of its threads are.
     *
     * @return {@link System#nanoTime()} of the rank, at most some tens of milliseconds old while it runs; 0 if it has not been stored yet.
     */
    public long clockNs() {
        // Acquire; partner: the release store in WaitWriter.clock.
        return section.getLongAcquire(WaitDescriptor.CLOCK_OFFSET);
    }

    /**
     * Returns whether one thread alone may call the engine of the rank.
     *
     * @return false if several may.
     */
    public boolean isSingle() {
        return section.getInt(WaitDescriptor.SINGLE_OFFSET) == 1;
    }

    /**
     * Returns how many threads wait and are not shown, because all places are taken.
     *
     * @return threads, 0 or more.
     */
    public int notShown() {
        return Math.max(0, section.getInt(WaitDescriptor.NOT_SHOWN_OFFSET));
    }

    /**
     * Reads the wait of a place.
     *
     * @param place from 0, less than {@link WaitDescriptor#PLACES}.
     * @return the wait; null if nobody waits there, it changes all the time, or the file is damaged.
     */
    public WaitReading read(final int place) {
        final int at = WaitDescriptor.placeOffset(place);
        for (int i = 0; i < TRIES; i++) {
            // Acquire; partner: the release store in WaitWriter.publish, after which the place is whole.
            final long version = section.getLongAcquire(at + WaitDescriptor.VERSION_OFFSET);
            copy.putBytes(0, section, at, WaitDescriptor.PLACE_LENGTH);
            // Between the loads of the place and the load of the version; partner: the store-store fence in WaitWriter.change.
            VarHandle.loadLoadFence();
            if ((version & 1) == 0 && version == section.getLongAcquire(at + WaitDescriptor.VERSION_OFFSET)) {
                return readCopy(place);
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /**
     * Reads the waits of all places.
     *
     * @return new list, in the order of their places.
     */
    public List<WaitReading> readAll() {
        final List<WaitReading> waits = new ArrayList<>();
        for (int place = 0; place < WaitDescriptor.PLACES; place++) {
            final WaitReading wait = read(place);
            if (wait != null) {
                waits.add(wait);
            }
        }
        return waits;
    }

    private WaitReading readCopy(final int place) {
        final long number = copy.getLong(WaitDescriptor.NUMBER_OFFSET);
        final WaitCall call = WaitCall.of(copy.getInt(WaitDescriptor.CALL_OFFSET));
        final WaitMode mode = WaitMode.of(copy.getInt(WaitDescriptor.MODE_OFFSET));
        final int count = copy.getInt(WaitDescriptor.ENTRIES_OFFSET);
        final int shown = copy.getInt(WaitDescriptor.SHOWN_ENTRIES_OFFSET);
        if (number <= 0 || call == null || mode == null || count < 0 || shown != Math.min(count, WaitDescriptor.ENTRY_CAPACITY)) {
            return null;
        }
        final List<WaitEntry> entries = new ArrayList<>(shown);
        for (int entry = 0; entry < shown; entry++) {
            final int at = WaitDescriptor.entryOffset(entry);
            final WaitKind kind = WaitKind.of(copy.getInt(at + WaitDescriptor.KIND_OFFSET));
            final int rank = copy.getInt(at + WaitDescriptor.RANK_OFFSET);
            if (kind == null || rank < WaitKind.NO_RANK) {
                return null;
            }
            entries.add(new WaitEntry(
                kind, rank, copy.getInt(at + WaitDescriptor.TAG_OFFSET), copy.getInt(at + WaitDescriptor.CONTEXT_OFFSET),
                copy.getLong(at + WaitDescriptor.LENGTH_OFFSET), copy.getLong(at + WaitDescriptor.ENTRY_NUMBER_OFFSET)));
        }
        final String thread = text(WaitDescriptor.THREAD_LENGTH_OFFSET, WaitDescriptor.THREAD_OFFSET, WaitDescriptor.THREAD_CAPACITY);
        final String site = text(WaitDescriptor.SITE_LENGTH_OFFSET, WaitDescriptor.SITE_OFFSET, WaitDescriptor.SITE_CAPACITY);
        return thread == null || site == null ? null : new WaitReading(
            place, number, copy.getLong(WaitDescriptor.START_OFFSET), copy.getLong(WaitDescriptor.DEADLINE_OFFSET), call, mode, count,
            List.copyOf(entries), thread, site);
    }

    /** Returns null for a text that no rank has written. */
    private String text(final int lengthOffset, final int offset, final int capacity) {
        final int length = copy.getInt(lengthOffset);
        if (length < 0 || length > capacity) {
            return null;
        }
        final byte[] bytes = new byte[length];
        copy.getBytes(offset, bytes);
        for (final byte character : bytes) {
            if (!WaitWriter.isPrintable(character)) {
                return null;
            }
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
