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
package io.tombolo.engine.node;

/**
 * Why a destination refuses a pair. It stores the code in the job file in place of the pair's epoch, so that the source's operations end,
 * too.
 */
public enum PairRefusal {
    /** The destination could not map the pair file, or has no memory for the pair of the opposite direction. */
    CANNOT_MAP(-1),
    /** The destination has read something impossible. */
    GIVEN_UP(-2);

    private final int code;

    PairRefusal(final int code) {
        this.code = code;
    }

    /**
     * Returns the code of this refusal in the job file.
     *
     * @return a negative number.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a refusal by its code.
     *
     * @param code of any value.
     * @return the refusal, or null if there is none.
     */
    public static PairRefusal of(final int code) {
        return switch (code) {
            case -1 -> CANNOT_MAP;
            case -2 -> GIVEN_UP;
            default -> null;
        };
    }
}
