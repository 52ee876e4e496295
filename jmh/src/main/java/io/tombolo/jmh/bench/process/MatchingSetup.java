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
package io.tombolo.jmh.bench.process;

import java.util.Locale;

/**
 * The matching lists of the responder while a message is matched.
 *
 * @param depth     entries of the deep list, with the entry that matches, from 1.
 * @param queue     the deep list.
 * @param wildcards receives from any source that are posted at every depth.
 */
public record MatchingSetup(int depth, Queue queue, Wildcards wildcards) {

    /** Lists without other entries. */
    public static final MatchingSetup NONE = new MatchingSetup(1, Queue.POSTED, Wildcards.NONE);

    private static final String SEPARATOR = "/";

    /** The deep list. */
    public enum Queue {
        /** Receives with other tags, posted before the one that matches. */
        POSTED,
        /** Unexpected messages with other tags, which arrived before the one that matches. */
        UNEXPECTED
    }

    /** Receives from any source. */
    public enum Wildcards {
        /** None. */
        NONE,
        /** One, which stays posted because no message has its tag. */
        ONE
    }

    /** Returns the setup of depth 1 that this one is compared with. */
    MatchingSetup shallow() {
        return new MatchingSetup(1, queue, wildcards);
    }

    /** Encodes the setup as one word without white space. */
    String encode() {
        return depth + SEPARATOR + queue.name() + SEPARATOR + wildcards.name();
    }

    /** Decodes a word of {@link #encode()}. */
    static MatchingSetup decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new MatchingSetup(Integer.parseInt(parts[0]), Queue.valueOf(parts[1]), Wildcards.valueOf(parts[2]));
    }
}
