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
package io.tombolo.tools.flight;

/**
 * Writes events in the order in which they are shown.
 */
interface FlightOutput {
    /** Writes a line about the events that follow, which is for people. */
    void note(String line);

    /** Writes why a rank cannot be read. */
    void problem(String line);

    /**
     * Writes the present event of a cursor.
     *
     * @param cursor of the rank
     * @param missed events that were overwritten between the one before it and this one, before they were read
     */
    void event(FlightCursor cursor, long missed);
}
