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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Shows what the threads of this rank wait for. A thread takes a place, {@linkplain #begin begins} a wait there, adds its entries, and
 * {@linkplain #publish publishes} it; at the end of the wait it frees the place. A thread that finds no place is counted. Allocates
 * nothing.
 * <p>
 * <b>Threading:</b> any thread takes a place, and then alone stores there until it frees the place.
 */
public final class WaitWriter {
    /** No place: all are taken. */
    public static final int NONE = -1;

    private static final int ALL_TAKEN = (1 << WaitDescriptor.PLACES) - 1;
    private static final byte UNPRINTABLE = '?';

    private final AtomicBuffer section;
    // A bit for each place.
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();
    // Of each place, written by its thread: entries so far. Not read back from the file, which may be damaged.
    private final int[] counts = new int[WaitDescriptor.PLACES];

    /**
     * Begins to show waits; there are none.
     *
     * @param section  of the rank file, zero.
     * @param isSingle whether one thread alone may call the engine.
     */
    public WaitWriter(final AtomicBuffer section, final boolean isSingle) {
        this.section = section;
        section.putInt(WaitDescriptor.SINGLE_OFFSET, isSingle ? 1 : 0);
    }

    /**
     * Stores the clock word. One thread.
     *
     * @param nowNs {@link System#nanoTime()}.
     */
    public void clock(final long nowNs) {
        // Release; partner: the acquire load in WaitReader.clockNs.
        section.putLongRelease(WaitDescriptor.CLOCK_OFFSET, nowNs);
    }

    /**
     * Takes a place for this thread.
     *
     * @return the place, or {@link #NONE}. Either is to be given to {@link #free}.
     */
    public int take() {
        while (true) {
            final int bits = taken.get();
            if (bits == ALL_TAKEN) {
                section.getAndAddInt(WaitDescriptor.NOT_SHOWN_OFFSET, 1);
                return NONE;
            }
            final int place = Integer.numberOfTrailingZeros(~bits);
            // The thread that takes a place sees what the thread before has stored there: CAS after the atomic add in free.
            if (taken.compareAndSet(bits, bits | 1 << place)) {
                return place;
            }
        }
    }

    /**
     * Begins a wait, whose entries follow.
     *
     * @param place      of {@link #take}, not {@link #NONE}.
     * @param call       in which the thread waits.
     * @param mode       whether it waits for all entries or for any of them.
     * @param startNs    {@link System#nanoTime()} of the start of the wait.
     * @param deadlineNs at which its time is up; 0 for no limit.
     * @param thread     name of the thread.
     */
    public void begin(
        final int place, final WaitCall call, final WaitMode mode, final long startNs, final long deadlineNs, final String thread) {
        final int at = WaitDescriptor.placeOffset(place);
        change(at);
        counts[place] = 0;
        section.putLong(at + WaitDescriptor.NUMBER_OFFSET, numbers.incrementAndGet());
        section.putLong(at + WaitDescriptor.START_OFFSET, startNs);
        section.putLong(at + WaitDescriptor.DEADLINE_OFFSET, deadlineNs);
        section.putInt(at + WaitDescriptor.CALL_OFFSET, call.code());
        section.putInt(at + WaitDescriptor.MODE_OFFSET, mode.code());
        put(at + WaitDescriptor.THREAD_LENGTH_OFFSET, at + WaitDescriptor.THREAD_OFFSET, WaitDescriptor.THREAD_CAPACITY, thread);
        section.putInt(at + WaitDescriptor.SITE_LENGTH_OFFSET, 0);
    }

    /**
     * Adds an entry to a wait that has begun and is not published. If there are more than {@link WaitDescriptor#ENTRY_CAPACITY}, the
     * further ones are only counted.
     *
     * @param place   of {@link #take}, not {@link #NONE}.
     * @param kind    of the entry; says what the numbers mean.
     * @param rank    of the world, {@link WaitKind#ANY_RANK} or {@link WaitKind#NO_RANK}.
     * @param tag     or {@link WaitKind#NO_TAG}.
     * @param context of the communicator.
     * @param length  bytes, or the name of a group.
     * @param number  of a call, window or feed.
     */
    public void add(
        final int place, final WaitKind kind, final int rank, final int tag, final int context, final long length, final long number) {
        final int entry = counts[place]++;
        if (entry < WaitDescriptor.ENTRY_CAPACITY) {
            final int at = WaitDescriptor.placeOffset(place) + WaitDescriptor.entryOffset(entry);
            section.putInt(at + WaitDescriptor.KIND_OFFSET, kind.code());
            section.putInt(at + WaitDescriptor.RANK_OFFSET, rank);
            section.putInt(at + WaitDescriptor.TAG_OFFSET, tag);
            section.putInt(at + WaitDescriptor.CONTEXT_OFFSET, context);
            section.putLong(at + WaitDescriptor.LENGTH_OFFSET, length);
            section.putLong(at + WaitDescriptor.ENTRY_NUMBER_OFFSET, number);
        }
    }

    /**
     * Publishes a wait that has begun.
     *
     * @param place of {@link #take}, not {@link #NONE}.
     */
    public void publish(final int place) {
        final int at = WaitDescriptor.placeOffset(place);
        section.putInt(at + WaitDescriptor.ENTRIES_OFFSET, counts[place]);
        section.putInt(at + WaitDescriptor.SHOWN_ENTRIES_OFFSET, Math.min(counts[place], WaitDescriptor.ENTRY_CAPACITY));
        changed(at);
    }

    /**
     * Adds the call site to a wait that is published, and the call, which it may say more exactly.
     *
     * @param place of {@link #take}, not {@link #NONE}.
     * @param call  in which the thread waits.
     * @param site  frame of the application; its end is kept if it is too long.
     */
    public void callSite(final int place, final WaitCall call, final String site) {
        final int at = WaitDescriptor.placeOffset(place);
        change(at);
        section.putInt(at + WaitDescriptor.CALL_OFFSET, call.code());
        put(at + WaitDescriptor.SITE_LENGTH_OFFSET, at + WaitDescriptor.SITE_OFFSET, WaitDescriptor.SITE_CAPACITY, site);
        changed(at);
    }

    /**
     * Ends a wait, and frees its place.
     *
     * @param place of {@link #take}.
     */
    public void free(final int place) {
        if (place == NONE) {
            section.getAndAddInt(WaitDescriptor.NOT_SHOWN_OFFSET, -1);
            return;
        }
        final int at = WaitDescriptor.placeOffset(place);
        change(at);
        section.putLong(at + WaitDescriptor.NUMBER_OFFSET, 0);
        changed(at);
        // Subtracts a bit that is set.
        taken.addAndGet(-(1 << place));
    }

    /** Ends the waits of all places. Called when no thread stores there any more. */
    public void clear() {
        for (int place = 0; place < WaitDescriptor.PLACES; place++) {
            final int at = WaitDescriptor.placeOffset(place);
            change(at);
            section.putLong(at + WaitDescriptor.NUMBER_OFFSET, 0);
            changed(at);
        }
        section.putInt(WaitDescriptor.NOT_SHOWN_OFFSET, 0);
    }

    /** Makes the version odd. It is odd already if an error has ended the last change. */
    private void change(final int at) {
        final int offset = at + WaitDescriptor.VERSION_OFFSET;
        section.putLongOpaque(offset, section.getLong(offset) | 1);
        // Store-store; partner: the load-load fence in WaitReader.read. A reader of a changed word sees that the version has changed.
        VarHandle.storeStoreFence();
    }

    /** Makes the version even, and greater than before. */
    private void changed(final int at) {
        final int offset = at + WaitDescriptor.VERSION_OFFSET;
        // Release; partner: the acquire load in WaitReader.read. A reader of the version sees the whole place.
        section.putLongRelease(offset, section.getLong(offset) + 1);
    }

    private void put(final int lengthOffset, final int offset, final int capacity, final String text) {
        final int length = Math.min(text.length(), capacity);
        final int first = text.length() - length;
        for (int i = 0; i < length; i++) {
            final char character = text.charAt(first + i);
            section.putByte(offset + i, isPrintable(character) ? (byte) character : UNPRINTABLE);
        }
        section.putInt(lengthOffset, length);
    }

    static boolean isPrintable(final int character) {
        return character >= ' ' && character <= '~';
    }
}
