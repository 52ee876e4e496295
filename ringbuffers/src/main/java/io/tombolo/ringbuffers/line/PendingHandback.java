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
 * Lines of one message in a byte ring that its reader has read and freed, and hands back later, while it has time. One thread at a time,
 * the reader's.
 */
public final class PendingHandback {
    private long ring;
    private long ringMask;
    private long request;
    private long active;
    private long name;
    private long from;
    private long end;

    /**
     * Starts with nothing pending.
     */
    public PendingHandback() {
    }

    /**
     * Returns whether what is read next follows what is pending.
     *
     * @param nextRing address of the ring that it lies in.
     * @param nextName name of its message.
     * @param position of its first byte.
     * @return true if so.
     */
    public boolean isFollowedBy(final long nextRing, final long nextName, final long position) {
        return nextRing == ring && nextName == name && position == end;
    }

    /**
     * Begins with a message of which nothing is pending yet. Drops what was.
     *
     * @param messageRing    address of the ring that it lies in, kept mapped by the caller.
     * @param ringLength     of the ring in bytes, a power of two.
     * @param requestAddress of the writer's word, see {@link HandbackWords}.
     * @param activeAddress  of the reader's word.
     * @param message        its name.
     * @param position       of its first byte that will be read.
     */
    public void begin(
        final long messageRing, final long ringLength, final long requestAddress, final long activeAddress, final long message,
        final long position) {
        ring = messageRing;
        ringMask = ringLength - 1;
        request = requestAddress;
        active = activeAddress;
        name = message;
        from = position;
        end = position;
    }

    /**
     * Adds bytes that have been read behind those before.
     *
     * @param bytes count.
     */
    public void add(final long bytes) {
        end += bytes;
    }

    /**
     * Hands a part back, if the writer still requests it; drops the rest if not.
     *
     * @param most bytes whose lines are handed back at most.
     * @return false if nothing was pending.
     */
    public boolean handBack(final long most) {
        final long bytes = Math.min(end - from, most);
        if (bytes == 0) {
            return false;
        }
        try {
            if (HandbackWords.begin(active, request, name)) {
                CacheLines.handBack(ring, ringMask, from, bytes);
                from += bytes;
            } else {
                from = end;
            }
        } finally {
            HandbackWords.end(active);
        }
        return true;
    }
}
