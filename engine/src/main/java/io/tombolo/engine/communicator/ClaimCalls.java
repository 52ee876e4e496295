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
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;

/**
 * The calls of a communicator that claim memory: checks their arguments, waits for memory to come back, and makes the regions that are
 * lent.
 */
public final class ClaimCalls {
    /** Name of the setting that limits how many bytes of regions are lent at a time. */
    public static final String CLAIM_BYTES_PROPERTY = "tombolo.claim.bytes";

    private final MessageCalls calls;
    private final Node node;
    private final RegionAllocator allocator;
    private final long limitBytes;
    private final long maxLength;

    /**
     * Makes the calls of one communicator.
     *
     * @param calls      of the same communicator.
     * @param node       of this rank.
     * @param regions    of this rank.
     * @param allocator  of this rank's regions.
     * @param limitBytes most bytes of regions that are lent at a time.
     */
    ClaimCalls(
        final MessageCalls calls, final Node node, final LocalRegions regions, final RegionAllocator allocator, final long limitBytes) {
        this.calls = calls;
        this.node = node;
        this.allocator = allocator;
        this.limitBytes = limitBytes;
        final long maxRegionLength = Math.min(limitBytes, regions.longestInOnePiece());
        // A pool never lends its only packet.
        this.maxLength = node.settings().value(GeometrySetting.PACKETS) == 1 ? maxRegionLength :
            Math.max(node.settings().value(GeometrySetting.PACKET_LENGTH), maxRegionLength);
    }

    MessageCalls messageCalls() {
        return calls;
    }

    int context() {
        return calls.context();
    }

    boolean tryClaim(final long length, final int destination, final int tag, final Claim claim) {
        calls.checks().checkSend(destination, tag);
        if (length < 0 || length > maxLength) {
            throw new IllegalArgumentException("length=" + length + " must be from 0 to " + maxLength + " for a claim: raise " +
                CLAIM_BYTES_PROPERTY + "=" + limitBytes + " or send from a MemoryRegion");
        }
        final ClaimState state = ClaimState.of(claim, this);
        if (destination == Communicator.NULL_RANK) {
            state.openForNullRank(length);
            return true;
        }
        if (state.open(length, destination, tag, false)) {
            return true;
        }
        calls.progress().poll();
        return state.open(length, destination, tag, true);
    }

    void claim(final long length, final int destination, final int tag, final Claim claim) {
        calls.progress().handlerCalls().refuse("claim");
        final WaitSteps steps = calls.progress().waitSteps();
        final long start = System.nanoTime();
        int idle = 0;
        for (long mark = steps.mark(); !tryClaim(length, destination, tag, claim); mark = steps.mark()) {
            if (ClaimState.of(claim, this).isAbsent() && System.nanoTime() - start >= node.settings().absentNs()) {
                throw calls.progress().failures().collective(
                    Outcome.PEER_ABSENT, destination, calls.group().toWorld(destination),
                    "claim of " + length + " bytes to rank " + destination + " with tag " + tag);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while claiming " + length + " bytes to rank " + destination);
            }
            idle = steps.step(idle + 1, mark);
        }
    }

    /**
     * Makes a region to be lent. This makes a file, so the caller must not be the progress owner.
     *
     * @return null if the file cannot be made; this call has reported the error.
     */
    LocalRegion tryMakeRegion(final long length) {
        try {
            return allocator.makeFile(length);
        } catch (final IOException | IllegalStateException exception) {
            node.error(exception);
            return null;
        }
    }
}
