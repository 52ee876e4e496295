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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.NAME_OWNER_OFFSET;

import org.agrona.concurrent.AtomicBuffer;

/**
 * Whether a feed has its name. A new feed wants its name, and gets or loses it once, by CAS. Of the feeds that want the same name at the
 * same time, one that is before another one in the order of their writers makes the other one lose. Any thread.
 * <p>
 * A writer publishes the file of its feed, then looks at all others, and takes the name last. Of two writers, at least one finds the file
 * of the other. So one name is never taken twice, and the first feed in the order loses only to one that has the name already.
 */
public final class FeedName {
    private static final int WANTED = 0;
    private static final int TAKEN = 1;
    private static final int LOST = 2;

    private final AtomicBuffer memory;

    /**
     * Views the name of a feed.
     *
     * @param file mapped for writing, unless only {@link #isTaken} is called.
     */
    public FeedName(final FeedFile file) {
        this.memory = file.memory();
    }

    /**
     * Returns whether the feed has its name. Readers find no other feed.
     *
     * @return false as long as it wants the name, and if it has lost it.
     */
    public boolean isTaken() {
        return memory.getIntVolatile(NAME_OWNER_OFFSET) == TAKEN;
    }

    /**
     * Returns whether the feed may still get its name.
     *
     * @return false if it has it, or has lost it.
     */
    public boolean isWanted() {
        return memory.getIntVolatile(NAME_OWNER_OFFSET) == WANTED;
    }

    /**
     * Takes the name; called by the writer.
     *
     * @return false if the feed has lost it.
     */
    public boolean take() {
        // Full fence; partner: the CAS in lose.
        return memory.compareAndSetInt(NAME_OWNER_OFFSET, WANTED, TAKEN);
    }

    /**
     * Makes the feed lose its name; called by a writer that wants the same name and is before the writer of this feed.
     *
     * @return false if the feed has its name.
     */
    public boolean lose() {
        // Full fence; partner: the CAS in take.
        memory.compareAndSetInt(NAME_OWNER_OFFSET, WANTED, LOST);
        return !isTaken();
    }
}
