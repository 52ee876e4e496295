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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.matching.Matcher;
import java.util.Set;

/**
 * Checks the ranks and tags that calls of a communicator name. A rank must belong to the group, and a promise can forbid a wildcard. Every
 * check fails once the communicator is closed.
 */
final class CallChecks {
    private static final int EVERY_TAG_BIT = Integer.MAX_VALUE;

    private final int size;
    private final boolean isWorld;
    private final GroupMembers members;
    private final Set<Promise> promises;
    // A rank must be less than this. 0 once the communicator is closed or revoked or has lost a member, so that one comparison checks all.
    // Plain: every call enters the role of the progress owner, which orders the accesses.
    private int rankLimit;
    private boolean isClosed;

    CallChecks(final Group group, final GroupMembers members, final Set<Promise> promises) {
        this.size = group.size();
        this.isWorld = group.isWorld();
        this.members = members;
        this.promises = promises;
        this.rankLimit = size;
        members.listener(this::restrict);
    }

    /** Makes every later check look for lost members and for a revocation. A send to the world reaches any incarnation. */
    private void restrict() {
        if (!isWorld || members.isRevoked()) {
            rankLimit = 0;
        }
    }

    /**
     * Returns how a send ends that must not start.
     *
     * @param destination member.
     * @return {@link Outcome#SUCCESS} if it may start.
     */
    Outcome endOfSend(final int destination) {
        if (rankLimit > 0 || destination < 0) {
            return Outcome.SUCCESS;
        }
        if (members.isRevoked()) {
            return Outcome.REVOKED;
        }
        return isWorld || !members.isLost(destination) ? Outcome.SUCCESS : members.lossOf(destination);
    }

    Set<Promise> promises() {
        return promises;
    }

    /**
     * Makes every later check fail, because the communicator is closed.
     *
     * @return false if it was closed before.
     */
    boolean close() {
        final boolean wasOpen = !isClosed;
        isClosed = true;
        rankLimit = 0;
        return wasOpen;
    }

    /** Returns whether the communicator is open. */
    boolean isOpen() {
        return !isClosed;
    }

    void checkOpen() {
        if (isClosed) {
            throw new IllegalStateException("this communicator is closed");
        }
    }

    /**
     * Checks the arguments of a send.
     *
     * @return whether the send may start; if not, {@link #endOfSend} says how it ends.
     */
    boolean checkSend(final int destination, final int tag) {
        if (tag < 0) {
            throw new IllegalArgumentException("tag=" + tag + " must be from 0 to " + Integer.MAX_VALUE + " in a send");
        }
        return Integer.compareUnsigned(destination, rankLimit) < 0 || checkDestination(destination);
    }

    private boolean checkDestination(final int destination) {
        checkOpen();
        if (destination != Communicator.NULL_RANK && Integer.compareUnsigned(destination, size) >= 0) {
            throw new IllegalArgumentException("destination=" + destination + " must be from 0 to " + (size - 1) + ", or NULL_RANK");
        }
        return endOfSend(destination) == Outcome.SUCCESS;
    }

    /**
     * Checks the arguments of a receive.
     *
     * @return whether the receive may take a message from the ring; if not, the progress owner finds out how it ends.
     */
    boolean checkReceive(final int source, final int tag) {
        if (tag < 0) {
            checkTag(tag);
        }
        return Integer.compareUnsigned(source, rankLimit) < 0 || checkSource(source);
    }

    private boolean checkSource(final int source) {
        checkOpen();
        if (source != Communicator.ANY_SOURCE && source != Communicator.NULL_RANK && Integer.compareUnsigned(source, size) >= 0) {
            throw new IllegalArgumentException("source=" + source + " must be from 0 to " + (size - 1) + ", ANY_SOURCE or NULL_RANK");
        }
        if (source == Communicator.ANY_SOURCE && promises.contains(Promise.NO_ANY_SOURCE)) {
            throw new IllegalArgumentException("source=ANY_SOURCE breaks the promise of NO_ANY_SOURCE");
        }
        return mayTake(source);
    }

    /**
     * Returns whether a receive or probe may take a message from the ring; if not, the progress owner finds out how it ends.
     *
     * @param source member, or a wildcard; checked before.
     */
    boolean mayTake(final int source) {
        return rankLimit > 0 || !members.isRevoked() && (isWorld || source < 0 || !members.isLost(source));
    }

    private void checkTag(final int tag) {
        if (tag != Communicator.ANY_TAG) {
            throw new IllegalArgumentException("tag=" + tag + " must not be negative, or be ANY_TAG");
        }
        if (promises.contains(Promise.NO_ANY_TAG)) {
            throw new IllegalArgumentException("tag=ANY_TAG breaks the promise of NO_ANY_TAG");
        }
    }

    /**
     * Checks the source, the tag and the tag mask of a receive.
     *
     * @return the mask for the matcher. Its sign bit is cleared, because tags are not negative.
     */
    int checkMask(final int source, final int tag, final int mask) {
        checkReceive(source, tag);
        if (tag < 0) {
            throw new IllegalArgumentException("tag=" + tag + " must not be negative next to a mask");
        }
        final int bits = mask & EVERY_TAG_BIT;
        if (bits == EVERY_TAG_BIT) {
            return Matcher.EXACT_TAG_MASK;
        }
        if (promises.contains(Promise.NO_ANY_TAG)) {
            throw new IllegalArgumentException("mask=0x" + Integer.toHexString(mask) + " breaks the promise of NO_ANY_TAG");
        }
        return bits;
    }
}
