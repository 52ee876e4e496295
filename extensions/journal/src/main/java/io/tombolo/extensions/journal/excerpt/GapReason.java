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
package io.tombolo.extensions.journal.excerpt;

/**
 * Why events are missing in a journal.
 */
public enum GapReason {
    /** The rank has overwritten them before the recorder had read them: it was too fast, or its ring is too small. */
    OVERWRITTEN("overwritten"),

    /** The recorder paused, because the file system had too little room. */
    NO_SPACE("no space"),

    /** The recorder was not there yet, or it had ended. */
    AWAY("recorder away");

    private static final GapReason[] REASONS = values();

    private final String word;

    GapReason(final String word) {
        this.word = word;
    }

    /**
     * Returns the reason in words, as in the files.
     *
     * @return lower-case words.
     */
    public String word() {
        return word;
    }

    /** Finds a reason by its words; null if there is none. */
    static GapReason of(final CharSequence word) {
        for (final GapReason reason : REASONS) {
            if (reason.word.contentEquals(word)) {
                return reason;
            }
        }
        return null;
    }
}
