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
 * What lies at the responder beside the message that is matched.
 *
 * @param depth     of the list, that message counted, from 1.
 * @param queue     that is deep.
 * @param wildcards posted at both depths.
 */
public record MatchingSetup(int depth, Queue queue, Wildcards wildcards) {

    /** Nothing but the message itself. */
    public static final MatchingSetup NONE = new MatchingSetup(1, Queue.POSTED, Wildcards.NONE);

    private static final String SEPARATOR = "/";

    /** The list that is deep. */
    public enum Queue {
        /** Receives with other tags, posted before the one that matches. */
        POSTED,
        /** Messages with other tags, which nobody has received, that came before the one that matches. */
        UNEXPECTED
    }

    /** Receives that take any source. */
    public enum Wildcards {
        /** None. */
        NONE,
        /** One that stays posted, as its tag is never sent. */
        ONE
    }

    /** The pile that this one is compared with. */
    MatchingSetup shallow() {
        return new MatchingSetup(1, queue, wildcards);
    }

    /** The pile as one word. */
    String encode() {
        return depth + SEPARATOR + queue.name() + SEPARATOR + wildcards.name();
    }

    /** Reads a pile back. */
    static MatchingSetup decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new MatchingSetup(Integer.parseInt(parts[0]), Queue.valueOf(parts[1]), Wildcards.valueOf(parts[2]));
    }
}
