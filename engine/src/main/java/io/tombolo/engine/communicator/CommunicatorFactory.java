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
import io.tombolo.engine.api.GroupCall;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.transfer.LocalRegions;
import java.util.Set;

/**
 * Makes the objects that applications use as communicators, on contexts from {@link Communicators}.
 */
public final class CommunicatorFactory {
    private final Communicators communicators;
    private final WindowFactory windows;
    private final Node node;
    private final LocalRegions regions;
    private final RegionAllocator allocator;
    private final long claimBytes;

    /**
     * Makes the factory of one rank.
     *
     * @param communicators of the rank.
     * @param windows       makes the windows of the communicators.
     * @param node          of the rank.
     * @param regions       of the rank.
     * @param allocator     of the rank's regions.
     * @param claimBytes    most bytes of regions that are lent to claims at a time.
     */
    public CommunicatorFactory(
        final Communicators communicators, final WindowFactory windows, final Node node, final LocalRegions regions,
        final RegionAllocator allocator, final long claimBytes) {
        this.communicators = communicators;
        this.windows = windows;
        this.node = node;
        this.regions = regions;
        this.allocator = allocator;
        this.claimBytes = claimBytes;
    }

    /**
     * Makes the communicator of all ranks.
     *
     * @return a new object.
     */
    public Communicator world() {
        return communicator(communicators.world());
    }

    /**
     * Makes a communicator of the ranks of another communicator. Collective.
     */
    Communicator dup(final MessageCalls parent, final Set<Promise> promises) {
        return communicatorOf(communicators.dup(parent, promises));
    }

    /**
     * Makes a communicator of the ranks of another communicator that name the same colour. Collective.
     *
     * @return null if the colour is {@link Communicator#UNDEFINED}.
     */
    Communicator split(final MessageCalls parent, final int color, final int key, final Set<Promise> promises) {
        return communicatorOf(communicators.split(parent, color, key, promises));
    }

    /** Makes a communicator of the members of another one that are not lost. Collective. */
    Communicator shrink(final RepairCalls parent, final long timeoutNs) {
        return communicatorOf(parent.shrink(timeoutNs));
    }

    /** Makes a communicator again, with the present incarnations of its ranks. Collective among these. */
    Communicator replace(final RepairCalls parent, final long timeoutNs) {
        return communicatorOf(parent.replace(timeoutNs));
    }

    /** Begins to make a communicator of the members of another one that are not lost. Collective. */
    GroupCall<Communicator> ishrink(final RepairCalls parent) {
        return new CommunicatorCall(parent.ishrink(), this::communicatorOf);
    }

    /**
     * Makes a communicator of ranks of the world. Collective among these.
     *
     * @param ranks     in the order of the group; this rank is one of them.
     * @param timeoutNs longest wait, nanoseconds, or {@link Long#MAX_VALUE}.
     * @return new communicator.
     */
    public Communicator group(final int[] ranks, final long timeoutNs) {
        return communicatorOf(communicators.group(ranks, timeoutNs));
    }

    private Communicator communicatorOf(final MessageCalls calls) {
        if (calls == null) {
            return null;
        }
        try {
            return communicator(calls);
        } catch (final Error error) {
            // The other ranks have theirs already. They find that this rank has left it.
            communicators.close(calls);
            throw error;
        }
    }

    Communicators communicators() {
        return communicators;
    }

    WindowFactory windows() {
        return windows;
    }

    RegionAllocator allocator() {
        return allocator;
    }

    private Communicator communicator(final MessageCalls calls) {
        return new GroupCommunicator(calls, new ClaimCalls(calls, node, regions, allocator, claimBytes), this);
    }
}
