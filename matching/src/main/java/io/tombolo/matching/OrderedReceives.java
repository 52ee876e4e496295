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
package io.tombolo.matching;

/**
 * Posted receives of one source, or from any source, in the order of their posts. Each asks for one tag.
 * <p>
 * Most messages come in the order of their receives, or nearly so. A message is therefore compared with the oldest receives here, which
 * costs less than to file each receive in the {@link Matcher} and to take it out again. Owner thread only.
 *
 * @param <R> receive.
 */
public final class OrderedReceives<R extends OrderedReceives.Receive> {
    private static final int CAPACITY_AT_FIRST = 64;

    // So many are looked through for a message that has not come yet.
    private static final int FEW = 8;

    // So many are looked through for a message that has come.
    private static final int REACH = 32;

    // A few receives are no stream: the matcher gets them, where readers outside see them at once.
    private static final int POSTS_AT_FIRST = 16;

    // After a message that fits none within reach, the matcher gets so many receives.
    private static final int POSTS_OUT_OF_ORDER = 64;

    // A ring whose length is a power of two. A place keeps its receive until another one comes there.
    private R[] receives = array(CAPACITY_AT_FIRST);
    private int first;
    private int next;
    private int postsToMatcher = POSTS_AT_FIRST;

    /**
     * A receive, which knows what it asks for: to keep that here, too, would cost an access at each post and each message. It does not
     * change while the receive is posted.
     */
    public interface Receive {
        /** {@return context of the receive} */
        int context();

        /** {@return tag of the receive} */
        int tag();
    }

    OrderedReceives() {
    }

    @SuppressWarnings("unchecked")
    static <R extends Receive> R[] array(final int length) {
        return (R[]) new Receive[length];
    }

    private static boolean isFor(final Receive receive, final int context, final int tag) {
        return receive.tag() == tag && receive.context() == context;
    }

    /** {@return true when no receive is here} */
    public boolean isEmpty() {
        return first == next;
    }

    /**
     * Counts a post, for which no other receive is here.
     *
     * @return true if the receives of this source are a stream whose messages come about in its order.
     */
    boolean countPost() {
        if (postsToMatcher > 0) {
            postsToMatcher--;
        }
        return postsToMatcher == 0;
    }

    /** Records that a message has come that fits none within reach. */
    void onOutOfOrder() {
        postsToMatcher = POSTS_OUT_OF_ORDER;
    }

    /**
     * Adds the youngest receive.
     *
     * @throws OutOfMemoryError if there is no room for it; nothing has changed.
     */
    void add(final R receive) {
        if (next - first == receives.length) {
            grow();
        }
        final int place = next++ & receives.length - 1;
        // Windows of the same receives come round. To store a reference again costs more than to compare it.
        if (receives[place] != receive) {
            receives[place] = receive;
        }
    }

    private void grow() {
        final R[] moreReceives = array(2 * receives.length);
        for (int i = first; i != next; i++) {
            moreReceives[i & moreReceives.length - 1] = receives[i & receives.length - 1];
        }
        receives = moreReceives;
    }

    /** Returns whether there are so many that it is cheaper to ask the matcher for a message that has not come yet. */
    boolean isMany() {
        return next - first > FEW;
    }

    /** Returns whether there are more than a message is compared with. */
    boolean isBeyondReach() {
        return next - first > REACH;
    }

    /** Returns whether a message fits one of the receives. */
    boolean contains(final int context, final int tag) {
        for (int i = first; i != next; i++) {
            if (isFor(receives[i & receives.length - 1], context, tag)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Finds the oldest receive that a message fits, if it is within reach, and makes it the first. The receives that it passes ask for
     * other envelopes, so that the pairing stays the same. There must be at least one receive.
     *
     * @param context of the message.
     * @param tag     of the message.
     * @return the receive, not removed; null if none within reach fits.
     */
    public R findOldest(final int context, final int tag) {
        final R oldest = receives[first & receives.length - 1];
        return isFor(oldest, context, tag) ? oldest : bringForward(context, tag);
    }

    private R bringForward(final int context, final int tag) {
        final int reach = Math.min(next - first, REACH);
        for (int i = 1; i < reach; i++) {
            final R receive = receives[first + i & receives.length - 1];
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

    /** Removes the first receive, and returns it; there must be one. */
    R removeFirst() {
        return receives[first++ & receives.length - 1];
    }
}
