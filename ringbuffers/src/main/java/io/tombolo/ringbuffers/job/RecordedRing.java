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
package io.tombolo.ringbuffers.job;

/** The rings of a rank that a recorder reads. */
public enum RecordedRing {
    /** Events of the flight recorder; a position counts events. */
    EVENTS("events"),

    /** Bytes of messages; a position counts bytes. */
    PAYLOAD("payload"),

    /** Decisions of the rank that a replay needs; a position counts bytes. */
    ORDER("order");

    private final String text;

    RecordedRing(final String text) {
        this.text = text;
    }

    /**
     * Returns the name of the ring, as a journal has it.
     *
     * @return a word.
     */
    public String text() {
        return text;
    }
}
