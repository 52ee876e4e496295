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
package io.tombolo.engine.window;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.communicator.Communicators;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.communicator.WindowFactory;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.rma.PacketWindow;
import io.tombolo.engine.rma.WindowPart;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.window.WindowFileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes the windows of a rank, together with the other ranks of a communicator: each gets a communicator of its own, whose number is that
 * of the window; then the ranks tell each other mode, length, options and whether they can; then each opens its end, and they agree whether
 * all have: either all that live get the window or none does. An interrupt ends this only as long as ranks may still have to come, which is
 * until the communicator is agreed on; what follows ends by itself, and without it the others would wait for ever.
 */
public final class Windows implements WindowFactory {
    private static final int WORDS = 4;
    private static final int MODE = 0;
    private static final int LENGTH = 1;
    private static final int OPTIONS = 2;
    private static final int OUTCOME = 3;
    private static final int CONTEXTS_SHIFT = 2;

    private final Communicators communicators;
    private final Node node;
    private final WindowProtocol protocol;
    private final WindowAgent agent;
    private final DirectAccesses accesses = new DirectAccesses();

    /**
     * The windows of a rank: none yet.
     *
     * @param communicators   of the rank.
     * @param node            of the rank.
     * @param protocol        of the rank.
     * @param progress        of the rank.
     * @param agentIntervalNs time without progress after which the agent for windows serves the rank, in nanoseconds; 0 for no agent.
     */
    public Windows(
        final Communicators communicators, final Node node, final WindowProtocol protocol, final Progress progress,
        final long agentIntervalNs) {
        this.communicators = communicators;
        this.node = node;
        this.protocol = protocol;
        this.agent = new WindowAgent(progress.fallback(), "tombolo-windows-" + node.rank(), agentIntervalNs);
        progress.shutdown().whenDrained(accesses::end);
    }

    /**
     * Returns the number of a window.
     *
     * @param calls of the communicator that is its own.
     */
    static int id(final MessageCalls calls) {
        return calls.context() >>> CONTEXTS_SHIFT;
    }

    @Override
    public Window create(final MessageCalls parent, final MutableDirectBuffer memory, final WindowOption... options) {
        return create(parent, memory == null ? nothing() : new WindowPart(
            memory.byteArray(), memory.addressOffset(), memory.capacity(), memory, new UnsafeBuffer(memory)), options);
    }

    @Override
    public Window create(final MessageCalls parent, final MemoryRegion memory, final WindowOption... options) {
        final long length = memory == null ? 0 : memory.length();
        return create(parent, memory == null ? nothing() : new WindowPart(
            SharedRegion.base(memory, 0, length, parent.group().rank()), SharedRegion.offset(memory, 0, length), length, memory,
            memory.buffer()), options);
    }

    /** The part of a rank that gives no memory. */
    private static WindowPart nothing() {
        return new WindowPart(null, 0, 0, null, new UnsafeBuffer(0, 0));
    }

    private Window create(final MessageCalls parent, final WindowPart part, final WindowOption... options) {
        final Set<WindowOption> set = set(options);
        return create(parent, WindowMode.PACKET, part.length(), set, Outcome.SUCCESS,
            calls -> lengths -> packetAccess(calls, part, set));
    }

    @Override
    public Window allocate(final MessageCalls parent, final long length, final WindowOption... options) {
        final boolean isPossible = length >= 0 && length <= WindowFileDescriptor.MAX_LENGTH;
        return create(parent, WindowMode.DIRECT, length, set(options), isPossible ? Outcome.SUCCESS : Outcome.RMA_RANGE,
            calls -> new DirectOpening(calls, node, accesses, length));
    }

    private WindowAccess packetAccess(final MessageCalls calls, final WindowPart part, final Set<WindowOption> options) {
        final boolean isLockable = !options.contains(WindowOption.NO_LOCKS);
        final PacketWindow window = new PacketWindow(
            id(calls), calls.group().rank(), calls.group().inWorld(), part, isLockable, options.contains(WindowOption.UNORDERED), protocol);
        final Runnable closed = isLockable ? agent::closed : () -> { };
        final PacketAccess access = new PacketAccess(calls, window, node.settings().value(GeometrySetting.PACKET_LENGTH), closed);
        if (isLockable) {
            agent.opened();
        }
        access.open();
        return access;
    }

    private static Set<WindowOption> set(final WindowOption... options) {
        return options.length == 0 ? EnumSet.noneOf(WindowOption.class) : EnumSet.copyOf(List.of(options));
    }

    /** This rank's end of a window, as it comes about. What others are to find of it is there from the start. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens it, once all ranks have said what they make.
         *
         * @param lengths of the parts, by member.
         * @return access to the parts.
         * @throws IOException if a peer's part cannot be mapped; no rank gets a window then.
         */
        WindowAccess open(long[] lengths) throws IOException;

        /** Takes back what there is of an end that was not opened. */
        default void takeBack() {
        }
    }

    /**
     * Makes a window. Collective.
     *
     * @param own   whether this rank can: {@link Outcome#SUCCESS}, or {@link Outcome#RMA_RANGE} if its part cannot be so long.
     * @param start begins this rank's end; asked if it can.
     */
    Window create(
        final MessageCalls parent, final WindowMode mode, final long length, final Set<WindowOption> options, final Outcome own,
        final Function<MessageCalls, Opening> start) {
        final MessageCalls calls = communicators.dup(parent);
        Opening opening = null;
        WindowAccess access = null;
        boolean isMade = false;
        try {
            opening = own == Outcome.SUCCESS ? start.apply(calls) : null;
            final long[] all = calls.collectives().gatherUninterrupted(mode.code(), length, bits(options), own.code());
            final RuntimeException refusal = all == null ? null : refusal(all, mode, options);
            final long[] lengths = all == null ? null : lengths(all);
            Throwable failure = null;
            if (all != null && refusal == null) {
                try {
                    access = opening.open(lengths);
                } catch (final IOException | RuntimeException | OutOfMemoryError cause) {
                    // Whatever it is, want of a thread, too: the others wait for this rank, and hear of it.
                    failure = cause;
                }
            }
            // Before the others count on it.
            final Window window = access == null ? null : window(calls, access, lengths, options);
            agree(calls, access, refusal, failure);
            isMade = true;
            return window;
        } finally {
            if (!isMade) {
                calls.collectives().giveUp();
                if (access == null && opening != null) {
                    opening.takeBack();
                }
                discard(calls, access);
            }
        }
    }

    private Window window(
        final MessageCalls calls, final WindowAccess access, final long[] lengths, final Set<WindowOption> options) {
        final WindowEpochs epochs = new WindowEpochs(calls.group().size(), !options.contains(WindowOption.NO_LOCKS),
            calls.progress().handlerCalls());
        return new GroupWindow(calls, access, epochs, lengths, this);
    }

    private static long bits(final Set<WindowOption> options) {
        long bits = 0;
        for (final WindowOption option : options) {
            bits |= 1L << option.ordinal();
        }
        return bits;
    }

    /** The same at all ranks, whose words are the same. */
    private static RuntimeException refusal(final long[] all, final WindowMode mode, final Set<WindowOption> options) {
        for (int member = 0; member * WORDS < all.length; member++) {
            final int at = member * WORDS;
            if (all[at + OUTCOME] != Outcome.SUCCESS.code() || all[at + LENGTH] < 0) {
                return new IllegalArgumentException("rank " + member + " asks for length=" + all[at + LENGTH] +
                    ", which must be from 0 to " + WindowFileDescriptor.MAX_LENGTH);
            }
            if (all[at + MODE] != all[MODE] || all[at + OPTIONS] != all[OPTIONS]) {
                return new IllegalArgumentException("ranks 0 and " + member + " make different windows, here mode=" + mode + " options=" +
                    options + ": they have to make the same call with the same options");
            }
        }
        return null;
    }

    private static long[] lengths(final long[] all) {
        final long[] lengths = new long[all.length / WORDS];
        for (int member = 0; member < lengths.length; member++) {
            lengths[member] = all[member * WORDS + LENGTH];
        }
        return lengths;
    }

    /** A loss comes first: the ranks that have lost a member know of no other reason. */
    private void agree(final MessageCalls calls, final WindowAccess access, final RuntimeException refusal, final Throwable failure) {
        final Outcome failed = refusal == null ? Outcome.INSUFFICIENT_RESOURCES : Outcome.RMA_SYNC;
        final long objection = calls.collectives().agree(access == null ? failed : Outcome.SUCCESS);
        if (Objection.isLoss(objection)) {
            final MessagingException loss = calls.collectives().failure(objection);
            if (failure != null) {
                // It may follow from the loss: a rank that knows of the loss removes its part, and this rank does not find it.
                loss.addSuppressed(failure);
            }
            throw loss;
        }
        if (refusal != null) {
            throw refusal;
        }
        if (failure != null) {
            node.error(failure);
        }
        if (objection != 0) {
            final int member = calls.group().member(Objection.rank(objection));
            throw new UncheckedIOException(new IOException("rank " + member + " cannot open the window, see its error handler"));
        }
    }

    private void discard(final MessageCalls calls, final WindowAccess access) {
        if (access != null) {
            access.close();
        }
        communicators.close(calls);
    }

    /**
     * Gives back what this rank has of a window.
     *
     * @param access      of this rank, which accesses no part any more.
     * @param haveAllCome false if others may still access this rank's part: it stays until the engine closes.
     */
    void end(final MessageCalls calls, final WindowAccess access, final boolean haveAllCome) {
        if (haveAllCome) {
            access.close();
        } else {
            access.leave();
        }
        communicators.close(calls);
    }
}
