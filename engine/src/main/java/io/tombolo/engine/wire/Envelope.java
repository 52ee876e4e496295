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
package io.tombolo.engine.wire;

/**
 * The key of a record that begins a message. Matching compares the key and the source; the pair file implies the source.
 * <pre>
 *   63                            32 31                            0
 *  +--------------------------------+-------------------------------+
 *  |R|          context             |              tag              |
 *  +--------------------------------+-------------------------------+
 * </pre>
 * R: ready, the sender says that the receive is posted (S3.35). It takes no part in matching.
 */
public final class Envelope {
    /** Added to the context of a communicator's messages, it gives the context of its collective operations. */
    public static final int COLLECTIVES = 1;

    /** Contexts of a communicator; the first one is that of its messages. */
    public static final int KINDS = 4;

    private static final int CONTEXT_SHIFT = 32;
    private static final long TAG_MASK = 0xFFFF_FFFFL;
    private static final long READY_BIT = 1L << 63;
    private static final int CONTEXT_MASK = 0x7FFF_FFFF;
    private static final int KINDS_SHIFT = Integer.numberOfTrailingZeros(KINDS);

    private Envelope() {
    }

    /**
     * Packs an envelope.
     *
     * @param context of the communicator.
     * @param tag     of the message.
     * @return key.
     */
    public static long key(final int context, final int tag) {
        return (long) context << CONTEXT_SHIFT | tag & TAG_MASK;
    }

    /**
     * Spreads a tag mask over a key.
     *
     * @param tagMask bits of the tag that must agree.
     * @return bits of the key that must agree.
     */
    public static long keyMask(final int tagMask) {
        return ~TAG_MASK | tagMask & TAG_MASK;
    }

    /**
     * Takes the tag mask from the bits of a key that must agree.
     *
     * @param keyMask of {@link #keyMask(int)}.
     * @return bits of the tag that must agree.
     */
    public static int tagMask(final long keyMask) {
        return (int) keyMask;
    }

    /**
     * Takes the context from a key.
     *
     * @param key as it came.
     * @return context, not negative.
     */
    public static int context(final long key) {
        return (int) (key >>> CONTEXT_SHIFT) & CONTEXT_MASK;
    }

    /**
     * Returns the communicator of a context.
     *
     * @param context of its messages, its collective operations or its partitioned messages.
     * @return number that its contexts have in common, not negative; 0 for the world.
     */
    public static int communicator(final int context) {
        return context >>> KINDS_SHIFT;
    }

    /**
     * Returns whether a context is that of the collective operations of a communicator.
     *
     * @param context of a communicator.
     * @return false for its messages and its partitioned messages.
     */
    public static boolean isCollective(final int context) {
        return (context & KINDS - 1) == COLLECTIVES;
    }

    /**
     * Marks a key as that of a ready message.
     *
     * @param key plain.
     * @return key with the ready bit.
     */
    public static long ready(final long key) {
        return key | READY_BIT;
    }

    /**
     * Returns whether the sender says that the receive is posted.
     *
     * @param key as it came.
     * @return true if the ready bit is set.
     */
    public static boolean isReady(final long key) {
        return (key & READY_BIT) != 0;
    }

    /**
     * Takes the tag from a key.
     *
     * @param key as it came.
     * @return tag; negative only if no sender wrote these bytes.
     */
    public static int tag(final long key) {
        return (int) key;
    }
}
