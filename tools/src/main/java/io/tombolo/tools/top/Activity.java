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

import java.util.Locale;

/**
 * What a rank does at the moment of a sample.
 */
public enum Activity {
    /** It runs outside of Tombolo. */
    COMPUTING('C', Tone.COMPUTING),
    /** It sends, or waits until it can. */
    SENDING('S', Tone.SENDING),
    /** It receives, or waits for a message. */
    RECEIVING('R', Tone.RECEIVING),
    /** It sends and receives about as much. */
    EXCHANGING('X', Tone.SENDING),
    /** It is in a collective call. */
    COLLECTIVE('G', Tone.COLLECTIVE),
    /** It waits for a lock or for the answer of a window. */
    LOCK('L', Tone.LOCK),
    /** It waits for something else, such as a member. */
    WAITING('W', Tone.COLLECTIVE),
    /** It makes progress, and nothing moves. */
    POLLING('P', Tone.DIM),
    /** It neither runs nor waits in a call that is shown. */
    ASLEEP('z', Tone.DIM),
    /** Its process is stopped, or has not run for a second. */
    STOPPED('T', Tone.BAD),
    /** Its process has ended without closing the engine. */
    DEAD('#', Tone.BAD),
    /** It has closed its engine. */
    LEFT('.', Tone.DIM),
    /** It has never joined. */
    ABSENT(' ', Tone.PLAIN),
    /** There is no sample of its process before this one. */
    NEW('+', Tone.PLAIN);

    private final char mark;
    private final Tone tone;

    Activity(final char mark, final Tone tone) {
        this.mark = mark;
        this.tone = tone;
    }

    /** The character of a sample: a capital letter, or a small one if the rank sleeps in it. */
    char mark(final boolean isAsleep) {
        return isAsleep ? Character.toLowerCase(mark) : mark;
    }

    Tone tone() {
        return tone;
    }

    /**
     * The word in text, JSON and CSV.
     *
     * @return lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
