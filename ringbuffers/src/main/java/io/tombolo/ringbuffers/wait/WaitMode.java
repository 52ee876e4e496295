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
package io.tombolo.ringbuffers.wait;

/** When a wait with several entries ends. */
public enum WaitMode {
    /** When all entries have ended. */
    ALL("all"),

    /** When one entry has ended. */
    ANY("any");

    private static final WaitMode[] BY_CODE = values();

    private final String text;

    WaitMode(final String text) {
        this.text = text;
    }

    /**
     * Finds a mode.
     *
     * @param code as stored.
     * @return the mode; null if there is none, as in a damaged file.
     */
    public static WaitMode of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /**
     * Returns the code of the mode in the file.
     *
     * @return from 0.
     */
    public int code() {
        return ordinal();
    }

    /**
     * Returns the mode in words.
     *
     * @return text for people and programs.
     */
    public String text() {
        return text;
    }
}
