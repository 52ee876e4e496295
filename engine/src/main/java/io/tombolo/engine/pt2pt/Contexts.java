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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.Envelope;
import java.util.function.IntConsumer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * The contexts in which this rank takes messages, four for each communicator: the first for its messages, the second for its collective
 * operations, the third for partitioned messages. The contexts of the world, from 0, are always open. A message in a context that is not
 * open was sent to a communicator that has been closed here. One thread at a time.
 */
final class Contexts {
    private final Int2ObjectHashMap<GroupMembers> open = new Int2ObjectHashMap<>();
    private final GroupMembers world;
    // Only first contexts: collective operations and partitioned messages have no bins.
    private final IntHashSet binned = new IntHashSet();
    private boolean isAnyRevoked;

    /**
     * Opens the contexts of the world.
     *
     * @param world its members.
     */
    Contexts(final GroupMembers world) {
        this.world = world;
    }

    /**
     * Opens the contexts of a communicator.
     *
     * @param members of the communicator.
     * @return {@link Outcome#SUCCESS}; {@link Outcome#CANCELLED} if another communicator has these contexts;
     * {@link Outcome#INSUFFICIENT_RESOURCES} if there are {@link Communicator#MAX_COMMUNICATORS} communicators.
     */
    Outcome open(final int context, final GroupMembers members) {
        if (communicator(context) == 0 || open.containsKey(communicator(context))) {
            return Outcome.CANCELLED;
        }
        // One is the world.
        if (open.size() + 1 >= Communicator.MAX_COMMUNICATORS) {
            return Outcome.INSUFFICIENT_RESOURCES;
        }
        open.put(communicator(context), members);
        return Outcome.SUCCESS;
    }

    void close(final int context) {
        open.remove(communicator(context));
        binned.remove(context);
    }

    /**
     * Lets the receives of a context wait in bins.
     */
    void bin(final int context) {
        binned.add(context);
    }

    /**
     * Returns whether receives of any context wait in bins.
     */
    boolean hasBinned() {
        return !binned.isEmpty();
    }

    boolean isBinned(final int context) {
        return !binned.isEmpty() && binned.contains(context);
    }

    /**
     * Returns whether messages are taken in a context: it is open, and its communicator is not revoked. Those that come late in the world
     * are kept.
     */
    boolean isOpen(final int context) {
        final int communicator = communicator(context);
        if (communicator == 0) {
            return true;
        }
        final GroupMembers members = open.get(communicator);
        return members != null && !members.isRevoked();
    }

    /**
     * Returns the members of a communicator; all ranks if the communicator is not open.
     */
    GroupMembers members(final int context) {
        final GroupMembers members = open.get(communicator(context));
        return members == null ? world : members;
    }

    /**
     * Looks which communicators have lost members or are revoked since the last call.
     *
     * @param revoked is told the number of each communicator that is newly revoked.
     * @return true if there is any news.
     */
    boolean update(final IntConsumer revoked) {
        boolean isChanged = update(0, world, revoked);
        for (final Int2ObjectHashMap<GroupMembers>.EntryIterator entries = open.entrySet().iterator(); entries.hasNext();) {
            entries.next();
            isChanged |= update(entries.getIntKey(), entries.getValue(), revoked);
        }
        return isChanged;
    }

    private boolean update(final int communicator, final GroupMembers members, final IntConsumer revoked) {
        final boolean wasRevoked = members.isRevoked();
        final boolean isChanged = members.update();
        if (members.isRevoked() && !wasRevoked) {
            isAnyRevoked = true;
            revoked.accept(communicator);
        }
        return isChanged;
    }

    /** Returns whether a communicator has ever been revoked. */
    boolean isAnyRevoked() {
        return isAnyRevoked;
    }

    /** Returns whether a communicator is revoked. */
    boolean isRevoked(final int context) {
        return isAnyRevoked && members(context).isRevoked();
    }

    /**
     * Returns whether a peer is another incarnation than the member of a communicator. The world reaches whatever incarnation a rank has.
     */
    boolean isReplaced(final int context, final Peer peer) {
        final GroupMembers members = members(context);
        return members != world && members.isReplacedBy(peer.rank(), peer.incarnation());
    }

    /**
     * Returns the number that the contexts of a communicator have in common.
     */
    static int communicator(final int context) {
        return Envelope.communicator(context);
    }
}
