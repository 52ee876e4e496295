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
package io.tombolo.tools.inspect;

import io.tombolo.matching.Matcher;
import io.tombolo.tools.text.ScreenText;

/**
 * A posted receive or an unexpected message of a rank's matcher.
 *
 * @param stamp   place in the order of all adds of the matcher
 * @param filedMs when it was filed, or somewhat before, milliseconds since the epoch; {@link RankClock#UNKNOWN} if the rank does not say
 * @param context of the communicator
 * @param source  rank, or {@link Matcher#ANY_SOURCE}
 * @param tag     that was sent or is wanted
 * @param mask    bits of the tag that count
 * @param length  bytes of an unexpected message; 0 of a receive
 * @param handle  index in the rank's private table
 */
public record QueueEntry(long stamp, long filedMs, int context, int source, int tag, int mask, long length, long handle) {
    private static final long MS_IN_S = 1_000;

    /** Whether the rank says when it was filed. */
    boolean isAgeKnown() {
        return filedMs != RankClock.UNKNOWN;
    }

    /** How old it was at a moment, in milliseconds; where it is known. */
    long ageMs(final long readMs) {
        return Math.max(0, readMs - filedMs);
    }

    /** The age for people. */
    String ageText(final long readMs) {
        final long ageMs = ageMs(readMs);
        return !isAgeKnown() ? "-" : ageMs < MS_IN_S ? ageMs + " ms" : ScreenText.span(ageMs);
    }

    /** The source for people. */
    String sourceText() {
        return source == Matcher.ANY_SOURCE ? "any" : Integer.toString(source);
    }

    /** The tag for people. */
    String tagText() {
        return mask == Matcher.ANY_TAG_MASK ? "any" :
            mask == Matcher.EXACT_TAG_MASK ? Integer.toString(tag) : tag + "/0x" + Integer.toHexString(mask);
    }
}
