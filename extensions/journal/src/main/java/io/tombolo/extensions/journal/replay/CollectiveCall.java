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
package io.tombolo.extensions.journal.replay;

/**
 * A recorded collective call, or the end of a communicator.
 *
 * @param position events that the rank had recorded before it.
 * @param context  of the communicator, or of the parent.
 * @param kind     what it does.
 * @param color    of the recorded rank.
 * @param key      of the recorded rank.
 * @param named    ranks that name each other; none if they have the parent in common.
 * @param made     context of the communicator that was made; 0 for none, or if the call did not end.
 * @param members  of that communicator, as ranks of the world.
 */
record CollectiveCall(long position, int context, Kind kind, int color, int key, int[] named, int made, int[] members) {
    private static final int[] NOBODY = {};

    /** What a call does. */
    enum Kind {
        /** Waits for the other ranks. */
        BARRIER,
        /** Makes a communicator. */
        GROUP,
        /** Closes a communicator. */
        CLOSE
    }

    static CollectiveCall barrier(final long position, final int context) {
        return new CollectiveCall(position, context, Kind.BARRIER, 0, 0, NOBODY, 0, NOBODY);
    }

    static CollectiveCall close(final long position, final int context) {
        return new CollectiveCall(position, context, Kind.CLOSE, 0, 0, NOBODY, 0, NOBODY);
    }

    static CollectiveCall group(final long position, final int parent, final int color, final int key, final int... named) {
        return new CollectiveCall(position, parent, Kind.GROUP, color, key, named, 0, NOBODY);
    }

    CollectiveCall made(final int newContext, final int... newMembers) {
        return new CollectiveCall(position, context, kind, color, key, named, newContext, newMembers);
    }

    /** Returns the position of a rank in an array, or -1. */
    static int index(final int[] ranks, final int rank) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == rank) {
                return i;
            }
        }
        return -1;
    }
}
