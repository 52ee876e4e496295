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
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.pt2pt.PathChoice;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
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
    private final long maxRegionLength;
    private final long maxLength;
    private final PathChoice choice;

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
        this.maxRegionLength = Math.min(limitBytes, regions.longestInOnePiece());
        // A pool never lends its only packet.
        this.maxLength = node.settings().value(GeometrySetting.PACKETS) == 1 ? maxRegionLength :
            Math.max(node.settings().value(GeometrySetting.PACKET_LENGTH), maxRegionLength);
        this.choice = new PathChoice(node.settings().geometry());
    }

    private ClaimCalls(final ClaimCalls others, final MessageCalls calls) {
        this.calls = calls;
        this.node = others.node;
        this.allocator = others.allocator;
        this.limitBytes = others.limitBytes;
        this.maxRegionLength = others.maxRegionLength;
        this.maxLength = others.maxLength;
        this.choice = others.choice;
    }

    /** Makes calls of the same communicator that wait no longer than other calls say. */
    ClaimCalls with(final MessageCalls limited) {
        return new ClaimCalls(this, limited);
    }

    MessageCalls messageCalls() {
        return calls;
    }

    /** Returns the rules that decide which way a message goes. */
    PathChoice choice() {
        return choice;
    }

    /** Returns the length of the longest message that a region is lent for. */
    long longestRegion() {
        return maxRegionLength;
    }

    int context() {
        return calls.context();
    }

    boolean tryClaim(final long length, final int destination, final int tag, final Claim claim) {
        final CallOrder order = calls.order();
        if (order == null || destination == Communicator.NULL_RANK) {
            return open(length, destination, tag, claim);
        }
        order.ask();
        return order.isReplay() ? order.follow(() -> open(length, destination, tag, claim)) :
            order.answered(open(length, destination, tag, claim));
    }

    private boolean open(final long length, final int destination, final int tag, final Claim claim) {
        calls.checkStart(destination, tag);
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
        long mark = steps.mark();
        if (open(length, destination, tag, claim)) {
            return;
        }
        final long deadline = Deadline.after(calls.timeoutNs());
        final long absentDeadline = Deadline.after(node.settings().absentNs());
        int idle = 0;
        try {
            do {
                if (ClaimState.of(claim, this).isAbsent() && Deadline.isUp(absentDeadline)) {
                    calls.limit(OrderLimit.FAILURE);
                    throw calls.progress().failures().collective(
                        Outcome.PEER_ABSENT, destination, calls.group().toWorld(destination),
                        "claim of " + length + " bytes to rank " + destination + " with tag " + tag);
                }
                if (Thread.currentThread().isInterrupted()) {
                    calls.limit(OrderLimit.INTERRUPTED);
                    throw new InterruptException("interrupted while claiming " + length + " bytes to rank " + destination);
                }
                if (Deadline.isUp(deadline)) {
                    calls.timeUp();
                    throw Deadline.exception(
                        calls.timeoutNs(), "memory for a claim of " + length + " bytes to rank " + destination, "nothing is lent");
                }
                if (steps.isToShow(idle + 1)) {
                    show(length, destination, tag, deadline);
                }
                idle = steps.step(idle + 1, mark, Deadline.leftNs(deadline));
                mark = steps.mark();
            } while (!open(length, destination, tag, claim));
        } finally {
            calls.progress().waits().end(this);
        }
    }

    private void show(final long length, final int destination, final int tag, final long deadline) {
        calls.progress().waits().begin(this, 0, WaitCall.CLAIM, WaitMode.ALL, deadline)
            .add(WaitKind.CLAIM, calls.group().toWorld(destination), tag, calls.context(), length, 0).publish();
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
