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
 * A posted receive or an unexpected message in the matcher of a rank.
 *
 * @param stamp   number in the order in which the matcher got its entries
 * @param filedMs when it was added, or shortly before, milliseconds since the epoch; {@link RankClock#UNKNOWN} if the rank does not say
 * @param context context of the communicator
 * @param source  rank, or {@link Matcher#ANY_SOURCE}
 * @param tag     tag of the message, or tag that the receive wants
 * @param mask    bits of the tag that are compared
 * @param length  length of an unexpected message in bytes; 0 for a receive
 * @param handle  index in a table in the private memory of the rank
 */
public record QueueEntry(long stamp, long filedMs, int context, int source, int tag, int mask, long length, long handle) {
    /** Whether the rank says when the entry was added. */
    boolean isAgeKnown() {
        return filedMs != RankClock.UNKNOWN;
    }

    /** The age at a time, in milliseconds. Valid if the age is known. */
    long ageMs(final long readMs) {
        return Math.max(0, readMs - filedMs);
    }

    /** The age as text. */
    String ageText(final long readMs) {
        return isAgeKnown() ? ScreenText.age(ageMs(readMs)) : "-";
    }

    /** The source as text. */
    String sourceText() {
        return source == Matcher.ANY_SOURCE ? "any" : Integer.toString(source);
    }

    /** The tag as text. */
    String tagText() {
        return mask == Matcher.ANY_TAG_MASK ? "any" :
            mask == Matcher.EXACT_TAG_MASK ? Integer.toString(tag) : tag + "/0x" + Integer.toHexString(mask);
    }
}
