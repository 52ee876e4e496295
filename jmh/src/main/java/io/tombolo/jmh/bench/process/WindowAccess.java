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
 * How the memory of a window is accessed.
 *
 * @param mode    of the window.
 * @param kind    what is done each time.
 * @param company what the other process does meanwhile.
 */
public record WindowAccess(WindowMode mode, Kind kind, Company company) {

    /** No window at all. */
    public static final WindowAccess NONE = new WindowAccess(WindowMode.DIRECT, Kind.NONE, Company.IDLE);

    private static final String SEPARATOR = "/";

    /** What is done each time. */
    public enum Kind {
        /** Nothing. */
        NONE,
        /** Exclusive lock, put, unlock. */
        LOCK_PUT_UNLOCK,
        /** Shared lock, get, unlock. */
        LOCK_GET_UNLOCK,
        /** Put and flush in an epoch that is open. */
        PUT_FLUSH,
        /** Get and flush in an epoch that is open. */
        GET_FLUSH,
        /** An addition that returns what was there, in an epoch that is open. */
        FETCH_AND_OP,
        /** A swap, in an epoch that is open. */
        COMPARE_AND_SWAP;

        /**
         * Whether it opens an epoch of its own each time.
         *
         * @return true for those that lock.
         */
        boolean locks() {
            return this == LOCK_PUT_UNLOCK || this == LOCK_GET_UNLOCK;
        }

        /**
         * Whether it writes bytes of any number.
         *
         * @return true for puts.
         */
        boolean puts() {
            return this == LOCK_PUT_UNLOCK || this == PUT_FLUSH;
        }

        /**
         * Whether it moves any number of bytes.
         *
         * @return false for those that are about one element.
         */
        public boolean hasSize() {
            return this != FETCH_AND_OP && this != COMPARE_AND_SWAP;
        }
    }

    /** What the other process does meanwhile. */
    public enum Company {
        /** Nothing that touches the window. */
        IDLE,
        /** The same before each access, so that every line comes from the other core. */
        CROSSING,
        /** The same all the time, in each other's way. */
        CONTENDED
    }

    /**
     * The access in words.
     *
     * @return mode, kind and company, lower case.
     */
    public String label() {
        return label(mode) + "-" + label(kind) + "-" + label(company);
    }

    /**
     * A word for results.
     *
     * @param word of an enum.
     * @return lower case, with hyphens.
     */
    public static String label(final Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The access as one word. */
    String encode() {
        return mode.name() + SEPARATOR + kind.name() + SEPARATOR + company.name();
    }

    /** Reads an access back. */
    static WindowAccess decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new WindowAccess(WindowMode.valueOf(parts[0]), Kind.valueOf(parts[1]), Company.valueOf(parts[2]));
    }
}
