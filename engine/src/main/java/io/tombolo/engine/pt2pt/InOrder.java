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

/**
 * Posted receives of one source, or of any, each for one tag, in the order in which they were posted: most messages come in that order, or
 * nearly so, and the oldest receives are compared with the next one. It saves both halves of the matcher's work, and with it half the cost
 * of a message whose receive was there (bench rate). They are younger than every receive in the matcher that fits a message for them. One
 * thread at a time.
 * <p>
 * A rank that waits files them in the matcher before it sleeps, and now and then before: readers outside see them there. Of one that
 * computes behind a stream of receives they see those that were filed.
 */
final class InOrder {
    /** At first; how many there are at most is up to the matcher, which has a node for each. */
    private static final int PLACES_AT_FIRST = 64;

    // So few are looked through for a receive that is not posted.
    private static final int FEW = 8;

    // So many for one whose message has come: in reverse, 8 cost 55 ns a message, 32 cost 50, in the matcher 66.
    private static final int REACH = 32;

    // At first: a few receives are no stream, and in the matcher readers outside see them at once.
    private static final int POSTS_AT_FIRST = 16;

    // After a message that was for none within reach: so many receives go to the matcher at once.
    private static final int POSTS_OUT_OF_ORDER = 64;

    // A power of two; places keep what was in them until they come round, as most often the same requests do.
    private Operation[] receives = new Operation[PLACES_AT_FIRST];
    private int first;
    private int next;
    private int outOfOrder = POSTS_AT_FIRST;

    /** Nothing posted. */
    InOrder() {
    }

    boolean isEmpty() {
        return first == next;
    }

    /**
     * Returns whether there is a stream of receives whose messages come about in their order; to be asked once for each that is posted.
     */
    boolean isKept() {
        return outOfOrder == 0 || --outOfOrder == 0;
    }

    /**
     * Takes note that a message has come for none within reach.
     */
    void broken() {
        outOfOrder = POSTS_OUT_OF_ORDER;
    }

    /**
     * Adds the youngest.
     */
    void add(final Operation receive) {
        if (next - first == receives.length) {
            grow();
        }
        final int place = next++ & receives.length - 1;
        // Not stored again: windows of the same requests come round, and the collector's barrier behind the store costs more (bench rate).
        if (receives[place] != receive) {
            receives[place] = receive;
        }
    }

    private void grow() {
        final Operation[] longer = new Operation[2 * receives.length];
        for (int i = first; i != next; i++) {
            longer[i & longer.length - 1] = receives[i & receives.length - 1];
        }
        receives = longer;
    }

    /**
     * Returns whether there are so many that it is cheaper to ask the matcher.
     */
    boolean isMany() {
        return next - first > FEW;
    }

    /**
     * Returns whether there are more than are looked through for a message.
     */
    boolean isBeyondReach() {
        return next - first > REACH;
    }

    boolean contains(final int context, final int tag) {
        for (int i = first; i != next; i++) {
            if (isFor(receives[i & receives.length - 1], context, tag)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFor(final Operation receive, final int context, final int tag) {
        return receive.tag == tag && receive.context == context;
    }

    /**
     * Returns the oldest that a message is for, if it is within reach, and leaves it first: those that it passes are for other envelopes,
     * so nobody's message changes. Some receives whose messages come in another order, as of neighbours in a grid, cost less so than in
     * the matcher.
     *
     * @param context of a message.
     * @param tag     of the message.
     * @return null if it is none within reach; there must be one.
     */
    Operation oldest(final int context, final int tag) {
        final Operation oldest = receives[first & receives.length - 1];
        return isFor(oldest, context, tag) ? oldest : bringForward(context, tag);
    }

    private Operation bringForward(final int context, final int tag) {
        final int reach = Math.min(next - first, REACH);
        for (int i = 1; i < reach; i++) {
            final Operation receive = receives[first + i & receives.length - 1];
            if (isFor(receive, context, tag)) {
                for (int place = first + i; place != first; place--) {
                    receives[place & receives.length - 1] = receives[place - 1 & receives.length - 1];
                }
                receives[first & receives.length - 1] = receive;
                return receive;
            }
        }
        return null;
    }

    /**
     * Takes the oldest out; there must be one.
     */
    Operation take() {
        return receives[first++ & receives.length - 1];
    }
}
