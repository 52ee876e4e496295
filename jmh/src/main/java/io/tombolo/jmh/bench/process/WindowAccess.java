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

import io.tombolo.engine.api.window.WindowMode;
import java.util.Locale;

/**
 * An access to a window, made again and again.
 *
 * @param mode    mode of the window.
 * @param kind    calls that make one access.
 * @param company what the target does meanwhile.
 */
public record WindowAccess(WindowMode mode, Kind kind, Company company) {

    /** No access: the work is not about a window. */
    public static final WindowAccess NONE = new WindowAccess(WindowMode.DIRECT, Kind.NONE, Company.IDLE);

    private static final String SEPARATOR = "/";

    /** Calls that make one access. */
    public enum Kind {
        /** No call. */
        NONE,
        /** Exclusive lock, put, unlock. */
        LOCK_PUT_UNLOCK,
        /** Shared lock, get, unlock. */
        LOCK_GET_UNLOCK,
        /** Put and flush in an open epoch. */
        PUT_FLUSH,
        /** Get and flush in an open epoch. */
        GET_FLUSH,
        /** An addition that returns the old value, in an open epoch. */
        FETCH_AND_OP,
        /** A compare-and-swap, in an open epoch. */
        COMPARE_AND_SWAP;

        /**
         * Tells whether each access has an epoch of its own.
         *
         * @return true for accesses that lock and unlock.
         */
        boolean locks() {
            return this == LOCK_PUT_UNLOCK || this == LOCK_GET_UNLOCK;
        }

        /**
         * Tells whether the access is a put.
         *
         * @return true for puts, false for gets and single elements.
         */
        boolean puts() {
            return this == LOCK_PUT_UNLOCK || this == PUT_FLUSH;
        }

        /**
         * Tells whether the number of bytes can be chosen.
         *
         * @return true for puts and gets, false for accesses to one element.
         */
        public boolean hasSize() {
            return this != FETCH_AND_OP && this != COMPARE_AND_SWAP;
        }
    }

    /** What the target does meanwhile. */
    public enum Company {
        /** It does not touch the window. */
        IDLE,
        /** It makes the same access before each one of the origin, so that every line comes from the other core. */
        CROSSING,
        /** It makes the same access all the time, so that the two contend. */
        CONTENDED
    }

    /**
     * Names the access in results.
     *
     * @return mode, kind and company in lower case.
     */
    public String label() {
        return label(mode) + "-" + label(kind) + "-" + label(company);
    }

    /**
     * Names a constant in results.
     *
     * @param word constant of an enum.
     * @return its name in lower case, with hyphens.
     */
    public static String label(final Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Encodes the access as one word without white space. */
    String encode() {
        return mode.name() + SEPARATOR + kind.name() + SEPARATOR + company.name();
    }

    /** Decodes a word of {@link #encode()}. */
    static WindowAccess decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new WindowAccess(WindowMode.valueOf(parts[0]), Kind.valueOf(parts[1]), Company.valueOf(parts[2]));
    }
}
