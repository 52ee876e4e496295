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
 * What speaks against something that a group does together, in one word that its ranks tell each other: an outcome and the rank that it
 * is about; zero if nothing does. The larger word is the graver one, so that all who have heard the same name the same: those of ranks
 * that cannot take part in it now, then those of ranks that cannot at all, then the losses of what was to be heard.
 * <pre>
 *    63  62  61             32 31                              0
 *   +---+---+-----------------+---------------------------------+
 *   | 0 | L | outcome         | rank in the world               |    L: loss
 *   +---+---+-----------------+---------------------------------+
 * </pre>
 */
public final class Objection {
    private static final int OUTCOME_SHIFT = 32;
    private static final Outcome[] OUTCOMES = Outcome.values();

    private static final long LOSS = 1L << 62;
    private static final long LAST_FOR_NOW = of(Outcome.CANCELLED, Integer.MAX_VALUE);

    private Objection() {
    }

    /**
     * Puts it in a word.
     *
     * @param outcome what it is.
     * @param rank    whom it is about, by its number in the world.
     * @return zero for {@link Outcome#SUCCESS}.
     */
    public static long of(final Outcome outcome, final int rank) {
        return outcome == Outcome.SUCCESS ? 0 : (long) outcome.code() << OUTCOME_SHIFT | rank;
    }

    /**
     * Returns what it is.
     *
     * @param objection word that another rank has sent, unchecked.
     * @return {@link Outcome#PROTOCOL_ERROR} if it cannot be right.
     */
    public static Outcome outcome(final long objection) {
        final long code = (objection & ~LOSS) >>> OUTCOME_SHIFT;
        for (final Outcome outcome : OUTCOMES) {
            if (outcome.code() == code) {
                return outcome;
            }
        }
        return Outcome.PROTOCOL_ERROR;
    }

    /**
     * Returns whom it is about.
     *
     * @param objection word that another rank has sent, unchecked.
     * @return rank in the world, or any other number.
     */
    public static int rank(final long objection) {
        return (int) objection;
    }

    /**
     * Returns whether it is that a rank is not there any more.
     *
     * @param objection any.
     * @return true if it has died or left.
     */
    public static boolean isDeparture(final long objection) {
        final Outcome outcome = outcome(objection);
        return outcome == Outcome.PEER_FAILED || outcome == Outcome.PEER_LEFT;
    }

    /**
     * Makes it a loss.
     *
     * @param objection why something was not heard.
     * @return the same, graver than whatever was heard.
     */
    public static long loss(final long objection) {
        return objection | LOSS;
    }

    /**
     * Returns whether it is that something was not heard.
     *
     * @param objection any.
     * @return true for a loss.
     */
    public static boolean isLoss(final long objection) {
        return (objection & LOSS) != 0;
    }

    /**
     * Returns whether nothing comes of what it is about.
     *
     * @param objection any.
     * @return false if there is none, or all are to try something else: {@link Outcome#CANCELLED}.
     */
    public static boolean isFinal(final long objection) {
        return objection > LAST_FOR_NOW;
    }
}
