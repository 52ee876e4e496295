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

import org.agrona.UnsafeApi;

/**
 * The two words by which a writer lets the reader of a message hand its lines back, while it reads a message that is longer than its lanes,
 * or after it has freed them.
 * <pre>
 *  request: the message whose reader may hand lines back, or {@link #NOBODY}     written by the writer alone
 *  active:  the message whose lines the reader stores to now, or {@link #NOBODY}  written by the reader alone
 * </pre>
 * The reader stores {@code active}, then loads {@code request}, and stores to the lines only if both name the same message. The writer
 * takes {@code request} away, then loads {@code active}, and does not use the lines while that names the message, unless the reader is
 * dead. At least one of the two sees the store of the other (Dekker's rule), so they never store to the same lines.
 * <p>
 * The request names a message, and its reader, so that nobody else stores, whatever an envelope claims. {@code active} is a word of its
 * own, apart from the one that counts what was read: one damaged word cannot both free lanes and hide that they are stored to.
 * <p>
 * Wait-free. One thread at a time on each side.
 */
public final class HandbackWords {
    /** The name of no message. */
    public static final long NOBODY = 0;

    private HandbackWords() {
    }

    /**
     * Lets the reader of a message hand its lines back. Plain: the writer publishes the message later, by a release store.
     *
     * @param request address of the writer's word.
     * @param name    of the message.
     */
    public static void request(final long request, final long name) {
        UnsafeApi.putLong(null, request, name);
    }

    /**
     * Takes a request away. {@link #isActive} tells whether its reader had begun.
     *
     * @param request address of the writer's word.
     */
    public static void withdraw(final long request) {
        // Volatile, before the load of the active word; partner: the fence in begin.
        UnsafeApi.putLongVolatile(null, request, NOBODY);
    }

    /**
     * Returns whether the reader stores to the lines of a message.
     *
     * @param active address of the reader's word.
     * @param name   of the message.
     * @return true if so.
     */
    public static boolean isActive(final long active, final long name) {
        // Volatile; partner: the release store in end.
        return UnsafeApi.getLongVolatile(null, active) == name;
    }

    /**
     * Returns the message whose reader may hand lines back. Plain: the reader has loaded with acquire that the message was published.
     *
     * @param request address of the writer's word.
     * @return its name, or {@link #NOBODY}; any value if the file is damaged.
     */
    public static long requested(final long request) {
        return UnsafeApi.getLong(null, request);
    }

    /**
     * Begins to hand lines back. The caller calls {@link #end} in any case.
     *
     * @param active  address of the reader's word.
     * @param request address of the writer's word.
     * @param name    of the message.
     * @return whether the reader may store to the lines.
     */
    public static boolean begin(final long active, final long request, final long name) {
        UnsafeApi.putLong(null, active, name);
        // The active word is stored before the request is loaded; partner: the volatile store in withdraw.
        UnsafeApi.fullFence();
        return UnsafeApi.getLongAcquire(null, request) == name;
    }

    /**
     * Ends the stores that {@link #begin} has allowed.
     *
     * @param active address of the reader's word.
     */
    public static void end(final long active) {
        // Release, behind the stores to the lines, which may carry another message from now on; partner: the load in isActive.
        UnsafeApi.putLongRelease(null, active, NOBODY);
    }
}
