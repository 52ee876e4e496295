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
package io.tombolo.engine.api;

/**
 * Path of a message to its receiver.
 */
public enum SendPath {
    /** In the ring record itself. */
    SHORT("short", "in the ring record itself: one copy in, one copy out"),
    /** In a packet of the pair. */
    EAGER("eager", "in a packet of the pair: one copy in, one copy out"),
    /** By get out of the sender's memory region. */
    REGISTERED("registered", "by get: the receiver copies it once out of the sender's memory region, or reads it there"),
    /** By get through staging lanes of the sender. */
    STAGED("staged", "by get through staging lanes: copied in by the sender and out by the receiver, part by part");

    private final String word;
    private final String meaning;

    SendPath(final String word, final String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    /**
     * Returns the name for people and tools.
     *
     * @return one word.
     */
    public String word() {
        return word;
    }

    /**
     * Returns a description of the path.
     *
     * @return a part of a sentence.
     */
    public String meaning() {
        return meaning;
    }
}
