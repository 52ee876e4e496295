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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;

/**
 * The calls of a communicator for messages that are written in place: checks, waiting, and the files of regions.
 */
public final class ClaimCalls {
    /** Name of the setting that limits the bytes of all regions that are lent. */
    public static final String CLAIM_BYTES_PROPERTY = "tombolo.claim.bytes";

    private final MessageCalls calls;
    private final Node node;
    private final RegionAllocator allocator;
    private final long limit;
    private final long longest;

    /**
     * Calls for one communicator.
     *
     * @param calls     of the same communicator.
     * @param node      of this rank.
     * @param regions   of this rank.
     * @param allocator of regions.
     * @param limit     bytes of all regions that are lent.
     */
    ClaimCalls(
        final MessageCalls calls, final Node node, final LocalRegions regions, final RegionAllocator allocator, final long limit) {
        this.calls = calls;
        this.node = node;
        this.allocator = allocator;
        this.limit = limit;
        final long longestInRegion = Math.min(limit, regions.longestInOnePiece());
        // The one packet of a pool is never lent.
        this.longest = node.settings().value(GeometrySetting.PACKETS) == 1 ? longestInRegion :
            Math.max(node.settings().value(GeometrySetting.PACKET_LENGTH), longestInRegion);
    }

    MessageCalls messages() {
        return calls;
    }

    /**
     * Makes a region for a message that is passed on.
     */
    MemoryRegion allocate(final long length) {
        return allocator.allocate(length);
    }

    int context() {
        return calls.context();
    }

    boolean tryClaim(final long length, final int destination, final int tag, final Claim claim) {
        calls.rules().checkSend(destination, tag);
        if (length < 0 || length > longest) {
            throw new IllegalArgumentException("length=" + length + " must be from 0 to " + longest + " for a claim: raise " +
                CLAIM_BYTES_PROPERTY + "=" + limit + " or send from a MemoryRegion");
        }
        final ClaimState work = ClaimState.of(claim, this);
        if (destination == Communicator.NULL_RANK) {
            work.openNowhere(length);
            return true;
        }
        if (work.open(length, destination, tag, false)) {
            return true;
        }
        calls.progress().poll();
        return work.open(length, destination, tag, true);
    }

    void claim(final long length, final int destination, final int tag, final Claim claim) {
        calls.progress().handlerCalls().refuse("claim");
        final WaitSteps steps = calls.progress().waitSteps();
        int idle = 0;
        for (long mark = steps.mark(); !tryClaim(length, destination, tag, claim); mark = steps.mark()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while claiming " + length + " bytes to rank " + destination);
            }
            idle = steps.step(idle + 1, mark);
        }
    }

    /**
     * Makes a region. Off the message path, and not under the role of the progress owner.
     *
     * @return null if it could not be made; the error has been reported.
     */
    LocalRegion makeRegion(final long length) {
        try {
            return allocator.makeFile(length);
        } catch (final IOException | IllegalStateException exception) {
            node.error(exception);
            return null;
        }
    }
}
