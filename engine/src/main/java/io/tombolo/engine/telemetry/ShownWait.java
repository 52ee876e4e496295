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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitWriter;

/**
 * The wait of one thread, while that thread describes it and while it is shown. It lies in private memory until it is {@linkplain #publish
 * published}, so that nobody stores in the rank file after that is unmapped. Used by that thread alone.
 */
public final class ShownWait {
    private static final int WORDS = 4;
    private static final int MOST_WORDS = WORDS * WaitDescriptor.ENTRY_CAPACITY;
    private static final WaitKind[] KINDS = WaitKind.values();

    private final Waits waits;
    private final boolean isNone;
    // Of each entry: kind and rank, tag and context, length, number.
    private final long[] words;
    private int count;
    private Object owner;
    private int state;
    private WaitCall call;
    private WaitMode mode;
    private long startNs;
    private long deadlineNs;
    private int place = WaitWriter.NONE;
    private boolean isPublished;
    // Of the JVM's recording, or null.
    private Object event;
    private CallSite site;
    private boolean hasSite;

    ShownWait(final Waits waits, final boolean isNone) {
        this.waits = waits;
        this.isNone = isNone;
        this.words = new long[isNone ? 0 : MOST_WORDS];
    }

    void begin(
        final Object newOwner, final int newState, final WaitCall newCall, final WaitMode newMode, final long newStartNs,
        final long newDeadlineNs, final JvmEvents jvm) {
        if (event != null) {
            end(jvm);
        }
        owner = newOwner;
        state = newState;
        call = newCall;
        mode = newMode;
        startNs = newStartNs;
        deadlineNs = newDeadlineNs == Long.MAX_VALUE ? 0 : newDeadlineNs == 0 ? 1 : newDeadlineNs;
        count = 0;
        hasSite = false;
        site = null;
        event = jvm == null ? null : jvm.beginWait();
    }

    /**
     * Adds an entry. {@link WaitKind} says what the numbers mean.
     *
     * @param kind    of the entry.
     * @param rank    of the world, {@link WaitKind#ANY_RANK} or {@link WaitKind#NO_RANK}.
     * @param tag     or {@link WaitKind#NO_TAG}.
     * @param context of the communicator.
     * @param length  bytes, or the name of a group.
     * @param number  of a call, window or feed.
     * @return this.
     */
    public ShownWait add(final WaitKind kind, final int rank, final int tag, final int context, final long length, final long number) {
        final int at = WORDS * count++;
        if (at < words.length) {
            words[at] = (long) kind.ordinal() << Integer.SIZE | rank & 0xffff_ffffL;
            words[at + 1] = (long) tag << Integer.SIZE | context & 0xffff_ffffL;
            words[at + 2] = length;
            words[at + 3] = number;
        }
        return this;
    }

    /** Shows the wait with the entries that were added. */
    public void publish() {
        if (!isNone) {
            waits.publish(this);
        }
    }

    /** Stores the wait in the rank file. */
    void write(final WaitWriter writer) {
        if (!isPublished) {
            place = writer.take();
            isPublished = true;
        }
        if (place == WaitWriter.NONE) {
            return;
        }
        writer.begin(place, call, mode, startNs, deadlineNs, Thread.currentThread().getName());
        for (int at = 0; at < WORDS * count; at += WORDS) {
            if (at < words.length) {
                writer.add(
                    place, KINDS[(int) (words[at] >> Integer.SIZE)], (int) words[at], (int) (words[at + 1] >> Integer.SIZE),
                    (int) words[at + 1], words[at + 2], words[at + 3]);
            } else {
                writer.add(place, WaitKind.OTHER, 0, 0, 0, 0, 0);
            }
        }
        writer.publish(place);
    }

    void write(final WaitWriter writer, final CallSite newSite) {
        site = newSite;
        if (isPublished && place != WaitWriter.NONE) {
            writer.callSite(place, calledAt(newSite), newSite.text());
        }
    }

    private WaitCall calledAt(final CallSite known) {
        return known == null || known.call() == null ? call : known.call();
    }

    /** Takes the wait out of the rank file. */
    void clear(final WaitWriter writer) {
        if (isPublished) {
            writer.free(place);
        }
    }

    /** Gives the wait to the JVM's recording, if that wants it. */
    private void end(final JvmEvents jvm) {
        final Object begun = event;
        event = null;
        jvm.endWait(
            begun, calledAt(site), site == null ? null : site.text(), count,
            count == 0 ? WaitKind.OTHER : KINDS[(int) (words[0] >> Integer.SIZE)], count == 0 ? WaitKind.NO_RANK : (int) words[0],
            count == 0 ? 0 : (int) words[1], count == 0 ? WaitKind.NO_TAG : (int) (words[1] >> Integer.SIZE));
    }

    void ended(final JvmEvents jvm) {
        if (event != null) {
            end(jvm);
        }
        owner = null;
        isPublished = false;
        place = WaitWriter.NONE;
    }

    boolean isOf(final Object other) {
        return owner == other;
    }

    boolean isIn(final Object other, final int newState) {
        return owner == other && state == newState;
    }

    /** Returns true once, when the wait has lasted for a time. */
    boolean takeSite(final long nowNs, final long ageNs) {
        if (hasSite || nowNs - startNs < ageNs) {
            return false;
        }
        hasSite = true;
        return true;
    }
}
