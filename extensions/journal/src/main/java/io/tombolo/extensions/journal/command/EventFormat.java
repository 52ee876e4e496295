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
package io.tombolo.extensions.journal.command;

/**
 * Forms in which events are written.
 */
enum EventFormat {
    /** A line of words for people. */
    TEXT {
        @Override
        EventLines lines(final int payload) {
            return new TextLines(payload);
        }
    },

    /** A JSON object in a line. */
    JSON {
        @Override
        EventLines lines(final int payload) {
            return new JsonLines(payload > 0);
        }
    },

    /** Values with commas between them, below a line with their names. */
    CSV {
        @Override
        EventLines lines(final int payload) {
            return new CsvLines();
        }
    };

    /** Returns what writes lines, with at most that many bytes of each piece of payload, if the form has a place for them. */
    abstract EventLines lines(int payload);
}
