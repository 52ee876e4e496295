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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PushOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Receives of contexts without wildcards, which several threads post at once and without the progress owner. There is a bin for each hash
 * of context, source and tag. A bin holds receives, or is guarded because messages wait in the matcher (after Dang, Snir, Gropp 2016; here
 * the owner alone gives a message to its receive).
 * <p>
 * A poster pushes its receive with one CAS, and then loads whether the bin is <em>guarded</em>. If it is not, no message waits, and the
 * receive is posted: its message will find it. If it is, the poster calls the owner, which starts the receive like any other. When a
 * message comes for a bin, the owner takes all receives out of it, oldest first. Before it files a message that fits none of them, it
 * guards the bin and looks once more. So a receive and its message never miss each other: either the poster sees the guard or the owner
 * sees the receive.
 * <p>
 * Lock-free for posters, wait-free for the owner. A thread that stops anywhere in a post holds up nobody. There is no ABA problem, as the
 * owner takes all receives of a bin. The receives of one thread with one envelope keep their order, since they take the same way.
 */
public final class ExactBins {
    /** Number of bins, a power of two. */
    public static final int BINS = 256;

    // References: a cache line for each bin, so that posters with different tags write different lines.
    private static final int STRIDE = 16;
    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(BINS);
    private static final int SPREAD = 0x9E37_79B9;
    private static final int OPEN = 0;
    private static final int GUARDED = 1;
    private static final int GUARDED_FOR_GOOD = 2;
    private static final VarHandle NEWEST = MethodHandles.arrayElementVarHandle(Operation[].class);
    private static final VarHandle GUARDS = MethodHandles.arrayElementVarHandle(int[].class);

    private final Operation[] newest = new Operation[(BINS + 1) * STRIDE];
    // Written by the owner alone.
    private final int[] guards = new int[BINS];

    /**
     * Creates empty bins, none of them guarded.
     */
    public ExactBins() {
    }

    /**
     * Returns the bin of an envelope.
     *
     * @param context of the communicator.
     * @param source  rank in the world.
     * @param tag     of the message.
     * @return 0 … {@link #BINS} - 1.
     */
    public static int bin(final int context, final int source, final int tag) {
        return ((tag * SPREAD ^ source) * SPREAD ^ context) * SPREAD >>> SHIFT;
    }

    /**
     * Posts a receive. Any thread.
     *
     * @param receive filled, with its {@link Operation#bin}; it belongs to the owner from now on.
     * @return true if the owner has to be called, because a message may wait for it.
     */
    public boolean push(final Operation receive) {
        final int bin = receive.bin;
        final int index = index(bin);
        Operation seen;
        do {
            seen = (Operation) NEWEST.getVolatile(newest, index);
            receive.nextCommand = seen;
            // Full CAS: releases the receive's fields to takeAll, and orders the push before the load of the guard.
        } while (!NEWEST.compareAndSet(newest, index, seen, receive));
        // Volatile; partner: the store and fence in guard.
        return (int) GUARDS.getVolatile(guards, bin) != OPEN;
    }

    private static int index(final int bin) {
        return (bin + 1) * STRIDE;
    }

    /**
     * Looks whether a bin holds receives. Any thread.
     *
     * @param bin to look at.
     * @return false if there is one.
     */
    public boolean isEmpty(final int bin) {
        return NEWEST.getVolatile(newest, index(bin)) == null;
    }

    /**
     * Takes all receives out of a bin. Called by the owner alone.
     *
     * @param bin to empty.
     * @return the oldest receive, the others linked by {@link Operation#nextCommand}; or null.
     */
    public Operation takeAll(final int bin) {
        // Exchange, acquire side; partner: the CAS in push.
        return isEmpty(bin) ? null : PushOrder.oldestFirst((Operation) NEWEST.getAndSet(newest, index(bin), (Operation) null));
    }

    /**
     * Makes the posters of a bin call the owner from now on, because a message is about to wait for them. Called by the owner alone, which
     * must look at the bin once more after it.
     *
     * @param bin to guard.
     * @return false if the bin was guarded already.
     */
    public boolean guard(final int bin) {
        if (guards[bin] != OPEN) {
            return false;
        }
        GUARDS.setOpaque(guards, bin, GUARDED);
        // Orders the guard before the next look at the bin; partner: the CAS in push, which comes before its load of the guard.
        VarHandle.fullFence();
        return true;
    }

    /**
     * Ends the guard of a bin, whose posters need not call the owner any more. Called by the owner alone, when no message waits.
     *
     * @param bin that may be guarded.
     */
    public void open(final int bin) {
        if (guards[bin] == GUARDED) {
            GUARDS.setOpaque(guards, bin, OPEN);
        }
    }

    /**
     * Makes all posters call the owner from now on, which alone knows the ranks that are gone. Called by the owner alone, which must look
     * at all bins after it.
     */
    public void guardForGood() {
        if (guards[0] != GUARDED_FOR_GOOD) {
            for (int bin = 0; bin < BINS; bin++) {
                GUARDS.setOpaque(guards, bin, GUARDED_FOR_GOOD);
            }
            // As in guard.
            VarHandle.fullFence();
        }
    }
}
