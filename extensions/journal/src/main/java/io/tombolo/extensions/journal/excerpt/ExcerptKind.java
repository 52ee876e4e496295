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
 * Kinds of excerpts of a journal.
 */
public enum ExcerptKind {
    /** Says whose events follow. It is the first excerpt of each file. */
    START("start"),

    /** Events of the rank, one after the other. */
    EVENTS("events"),

    /** Bytes of a stream of the rank. */
    BYTES("bytes"),

    /** Events, or bytes of a stream, that are missing. */
    GAP("gap"),

    /** The rank is gone, and all that could be read of its events is in the journal. */
    END("end");

    private static final ExcerptKind[] KINDS = values();

    private final String word;

    ExcerptKind(final String word) {
        this.word = word;
    }

    /**
     * Returns the word in the files.
     *
     * @return lower-case word.
     */
    public String word() {
        return word;
    }

    /** Finds a kind by its word; null if there is none. */
    static ExcerptKind of(final CharSequence word) {
        for (final ExcerptKind kind : KINDS) {
            if (kind.word.contentEquals(word)) {
                return kind;
            }
        }
        return null;
    }
}
