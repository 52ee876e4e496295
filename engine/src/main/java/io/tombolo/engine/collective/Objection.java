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

import io.tombolo.engine.api.Outcome;

/**
 * A vote against something that a group does together, packed into one word: an outcome, and the rank that it concerns. Zero is no
 * objection. The larger of two words is the graver, so that ranks with the same words name the same one: first come objections of ranks
 * that cannot take part now, then those of ranks that cannot take part at all, then losses of messages.
 * <pre>
 *    63  62  61             32 31                              0
 *   +---+---+-----------------+---------------------------------+
 *   | 0 | L | outcome, reason | rank in the world               |    L: loss
 *   +---+---+-----------------+---------------------------------+
 * </pre>
 */
public final class Objection {
    /** Bits of a packed objection. */
    public static final int PACKED_BITS = 17;

    private static final int OUTCOME_SHIFT = 32;
    private static final int PACKED_OUTCOME_SHIFT = 10;
    private static final int PACKED_LOSS_SHIFT = 16;
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final Reason[] REASONS = Reason.values();

    private static final long LOSS = 1L << 62;

    private Objection() {
    }

    /**
     * Packs an objection.
     *
     * @param outcome reason.
     * @param rank    that it concerns, by its number in the world.
     * @return zero for {@link Outcome#SUCCESS}.
     */
    public static long of(final Outcome outcome, final int rank) {
        return outcome == Outcome.SUCCESS ? 0 : (long) outcome.code() << OUTCOME_SHIFT | rank;
    }

    /**
     * Packs an objection with a closer reason.
     *
     * @param reason that stands for an outcome.
     * @param rank   that it concerns, by its number in the world.
     * @return objection.
     */
    public static long of(final Reason reason, final int rank) {
        return (long) reason.code() << OUTCOME_SHIFT | rank;
    }

    /**
     * Packs an objection into {@link #PACKED_BITS} bits. The larger of two packed objections is the graver.
     *
     * @param objection whose rank is one of the job.
     * @return packed.
     */
    public static long pack(final long objection) {
        final long code = rawCode(objection) & (1 << PACKED_LOSS_SHIFT - PACKED_OUTCOME_SHIFT) - 1;
        return (isLoss(objection) ? 1L << PACKED_LOSS_SHIFT : 0) | code << PACKED_OUTCOME_SHIFT |
            rank(objection) & (1 << PACKED_OUTCOME_SHIFT) - 1;
    }

    /**
     * Unpacks an objection.
     *
     * @param packed the lower {@link #PACKED_BITS} bits; others do not count.
     * @return the objection.
     */
    public static long unpack(final long packed) {
        final long code = packed >>> PACKED_OUTCOME_SHIFT & (1 << PACKED_LOSS_SHIFT - PACKED_OUTCOME_SHIFT) - 1;
        final long objection = code << OUTCOME_SHIFT | packed & (1 << PACKED_OUTCOME_SHIFT) - 1;
        return (packed >>> PACKED_LOSS_SHIFT & 1) == 0 ? objection : loss(objection);
    }

    /**
     * Returns the outcome of an objection.
     *
     * @param objection word that another rank has sent, unchecked.
     * @return {@link Outcome#PROTOCOL_ERROR} if the word is wrong.
     */
    public static Outcome outcome(final long objection) {
        final Reason reason = reason(objection);
        if (reason != null) {
            return reason.outcome();
        }
        final long code = rawCode(objection);
        for (final Outcome outcome : OUTCOMES) {
            if (outcome.code() == code) {
                return outcome;
            }
        }
        return Outcome.PROTOCOL_ERROR;
    }

    /**
     * Returns the closer reason of an objection.
     *
     * @param objection word that another rank has sent, unchecked.
     * @return null if it has only an outcome.
     */
    public static Reason reason(final long objection) {
        final long code = rawCode(objection);
        for (final Reason reason : REASONS) {
            if (reason.code() == code) {
                return reason;
            }
        }
        return null;
    }

    /** Returns the number of the reason of an objection, or of its outcome if it has none. */
    static int code(final long objection) {
        final Reason reason = reason(objection);
        return reason != null ? reason.code() : outcome(objection).code();
    }

    private static long rawCode(final long objection) {
        return (objection & ~LOSS) >>> OUTCOME_SHIFT;
    }

    /**
     * Returns the rank that an objection concerns.
     *
     * @param objection word that another rank has sent, unchecked.
     * @return rank in the world, or any other number.
     */
    public static int rank(final long objection) {
        return (int) objection;
    }

    /**
     * Marks an objection as a loss.
     *
     * @param objection reason why a message was not received.
     * @return word that is graver than every vote.
     */
    public static long loss(final long objection) {
        return objection | LOSS;
    }

    /**
     * Returns whether an objection is the loss of a message.
     *
     * @param objection any.
     * @return true for a loss.
     */
    public static boolean isLoss(final long objection) {
        return (objection & LOSS) != 0;
    }
}
