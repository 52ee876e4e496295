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
package io.tombolo.engine.order;

/** The calls of a window that a record of the order names. */
public enum WindowCall {
    /** Locks one target for this rank and others. */
    LOCK_SHARED(1, "shared lock"),
    /** Locks one target for this rank alone. */
    LOCK_EXCLUSIVE(2, "exclusive lock"),
    /** Begins an epoch at one target as a lock does, but takes none. */
    LOCK_UNCHECKED(3, "unchecked lock"),
    /** Locks all targets for this rank and others. */
    LOCK_ALL(4, "lockAll"),
    /** Begins epochs at all targets as locks do, but takes none. */
    LOCK_ALL_UNCHECKED(5, "unchecked lockAll"),
    /** Ends a locked epoch. */
    UNLOCK(6, "unlock"),
    /** Ends the locked epochs at all targets. */
    UNLOCK_ALL(7, "unlockAll"),
    /** Completes accesses at one target. */
    FLUSH(8, "flush"),
    /** Completes accesses to one target at this rank. */
    FLUSH_LOCAL(9, "flushLocal"),
    /** Completes accesses at all targets. */
    FLUSH_ALL(10, "flushAll"),
    /** Completes accesses to all targets at this rank. */
    FLUSH_LOCAL_ALL(11, "flushLocalAll"),
    /** Meets all ranks. */
    FENCE(12, "fence"),
    /** Exposes the part of this rank. */
    POST(13, "post"),
    /** Begins an epoch at targets. */
    START(14, "start"),
    /** Ends an epoch at targets. */
    COMPLETE(15, "complete"),
    /** Waits for the origins. */
    AWAIT(16, "await"),
    /** Closes the window. */
    CLOSE(17, "close"),
    /** Puts bytes. */
    PUT(18, "put"),
    /** Gets bytes. */
    GET(19, "get"),
    /** Combines elements. */
    ACCUMULATE(20, "accumulate"),
    /** Combines elements and gets the previous ones. */
    GET_ACCUMULATE(21, "getAccumulate"),
    /** Compares and swaps an element. */
    COMPARE_AND_SWAP(22, "compareAndSwap");

    private final int code;
    private final String text;

    WindowCall(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    int code() {
        return code;
    }

    /** Names a call for people. */
    static String text(final long code) {
        for (final WindowCall call : values()) {
            if (call.code == code) {
                return call.text;
            }
        }
        return "call " + code;
    }
}
