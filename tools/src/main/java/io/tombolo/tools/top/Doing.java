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
package io.tombolo.tools.top;

import io.tombolo.tools.inspect.Liveness;

/**
 * What a rank does at a sample, and whether it sleeps in it.
 *
 * @param activity what it does
 * @param isAsleep whether it sleeps meanwhile; otherwise it runs
 */
public record Doing(Activity activity, boolean isAsleep) {
    /** A rank that moves this many times more one way than the other does only that. */
    private static final long MUCH_MORE = 4;
    /** What a message weighs besides its payload, in bytes. */
    private static final long MESSAGE_WEIGHT = 64;
    /** Below this share of a core a rank does not compute. */
    private static final double IDLE = 0.05;

    /**
     * Decides from two samples of a rank. What it waits for at the moment counts first, then what has moved between the samples.
     *
     * @param before the sample before; null if there is none of this incarnation
     * @param now    the last sample
     * @param spanNs nanoseconds between them
     * @param cores  cores that its process has used between them, on average; negative if that is not known
     * @return what it does
     */
    public static Doing of(final RankSample before, final RankSample now, final double spanNs, final double cores) {
        if (now.liveness() != Liveness.ALIVE) {
            return awake(switch (now.liveness()) {
                case LEFT -> Activity.LEFT;
                case DEAD -> Activity.DEAD;
                default -> Activity.ABSENT;
            });
        }
        if (now.isStopped()) {
            return awake(Activity.STOPPED);
        }
        final RankCounts moved = before == null ? RankCounts.NONE : now.counts().minus(before.counts());
        final boolean hasMoved = moved.sent() + moved.received() + moved.bytesSent() + moved.bytesReceived() > 0;
        // Messages that moved while a thread waited all the time are those of other threads.
        if (now.oldestWait() != null && (!hasMoved || now.oldestWait().ageNs() < spanNs)) {
            return new Doing(now.oldestWait().activity(), now.isAsleep());
        }
        if (before == null) {
            return awake(Activity.NEW);
        }
        if (hasMoved) {
            return new Doing(direction(moved), now.isAsleep());
        }
        if (now.isAsleep()) {
            return new Doing(Activity.ASLEEP, true);
        }
        if (moved.turns() > 0) {
            return awake(Activity.POLLING);
        }
        return cores >= 0 && cores < IDLE ? new Doing(Activity.ASLEEP, true) : awake(Activity.COMPUTING);
    }

    private static Doing awake(final Activity activity) {
        return new Doing(activity, false);
    }

    private static Activity direction(final RankCounts moved) {
        final long out = moved.bytesSent() + MESSAGE_WEIGHT * moved.sent();
        final long in = moved.bytesReceived() + MESSAGE_WEIGHT * moved.received();
        return out > MUCH_MORE * in ? Activity.SENDING : in > MUCH_MORE * out ? Activity.RECEIVING : Activity.EXCHANGING;
    }

    /** The character of the sample. */
    char mark() {
        return activity.mark(isAsleep);
    }

    /** The word for people and programs. */
    String word() {
        return activity.word();
    }
}
