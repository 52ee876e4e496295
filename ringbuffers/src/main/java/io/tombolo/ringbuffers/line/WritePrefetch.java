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
package io.tombolo.ringbuffers.line;

/**
 * Says at which look of a wait a rank prepares the lines of its next message. Not before the destination has read the last message: its
 * core fetches ahead of what it reads, and takes lines of a longer message back. Early enough that all lines are here when the answer
 * comes. So the time is a part of the last wait. One thread at a time.
 */
public final class WritePrefetch {
    private static final int EIGHTHS = 5;
    private static final int EIGHTH_SHIFT = 3;
    /** A wait of more looks than a trip over the slowest way between two cores is one for work that the other rank does. */
    private static final int MOST_LOOKS = 48;

    private int due;

    /**
     * Starts with lines that are prepared at the first look.
     */
    public WritePrefetch() {
    }

    /**
     * Returns whether it is time.
     *
     * @param look number of a look that found nothing, from 0 with each wait.
     * @return true at one look of a wait, if it lasts so long.
     */
    public boolean isDue(final int look) {
        return look == due;
    }

    /**
     * Ends a wait by a look. One that finds its message at once tells nothing about the way there.
     *
     * @param look its number.
     */
    public void found(final int look) {
        if (look > 0) {
            due = Math.min(look, MOST_LOOKS) * EIGHTHS >>> EIGHTH_SHIFT;
        }
    }
}
