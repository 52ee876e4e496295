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
package io.tombolo.ringbuffers.line;

/**
 * Lines of a message that have been read and are still to be taken over, from a position to another. One thread at a time.
 */
final class PendingHandback {
    int lane;
    long ringLength;
    long name;
    long from;
    long end;

    /** Returns whether what is read next follows them. */
    boolean goesOn(final int nextLane, final long nextName, final long position) {
        return nextLane == lane && nextName == name && position == end;
    }

    /** None yet, of a message. */
    void begin(final int firstLane, final long length, final long message, final long position) {
        lane = firstLane;
        ringLength = length;
        name = message;
        from = position;
        end = position;
    }
}
