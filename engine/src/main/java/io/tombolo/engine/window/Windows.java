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
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.order.WindowReplay;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.rma.PacketWindow;
import io.tombolo.engine.rma.WindowPart;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.ringbuffers.flight.OrderLimit;
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
 * Makes the windows of a rank, together with the other ranks of a communicator:
 * <ol>
 * <li>The ranks make a communicator for the window. Its number is the number of the window.
 * <li>They exchange mode, length, options and whether they can make their parts.
 * <li>Each rank opens its access to the parts.
 * <li>They agree whether all ranks have done so: either all living ranks get the window or none does.
 * </ol>
 * An interrupt ends the call in step 1 only, where ranks may still have to come. The later steps end by themselves, and the other ranks
 * would wait for a rank that left them.
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
     * Creates the factory of a rank, which has no window.
     *
     * @param communicators   of the rank.
     * @param node            of the rank.
     * @param protocol        of the rank.
     * @param progress        of the rank.
     * @param agentIntervalNs nanoseconds without progress after which the agent for windows serves the rank; 0 for no agent.
     */
    public Windows(
        final Communicators communicators, final Node node, final WindowProtocol protocol, final Progress progress,
        final long agentIntervalNs) {
        this.communicators = communicators;
        this.node = node;
        this.protocol = protocol;
        this.agent = new WindowAgent(progress.fallback(), node.threadName("windows"), agentIntervalNs);
        progress.shutdown().whenDrained(accesses::end);
    }

    /**
     * Returns the number of a window.
     *
     * @param calls of the window's own communicator.
     */
    static int id(final MessageCalls calls) {
        return calls.context() >>> CONTEXTS_SHIFT;
    }

    @Override
    public Window create(final MessageCalls parent, final MutableDirectBuffer memory, final WindowOption... options) {
        return create(parent, memory == null ? nothing() : new WindowPart(
            memory.byteArray(), null, memory.addressOffset(), memory.capacity(), memory, new UnsafeBuffer(memory)), options);
    }

    @Override
    public Window create(final MessageCalls parent, final MemoryRegion memory, final WindowOption... options) {
        final long length = memory == null ? 0 : memory.length();
        return create(parent, memory == null ? nothing() : new WindowPart(
            null, SharedRegion.base(memory, 0, length, parent.group().rank()), SharedRegion.offset(memory, 0, length), length, memory,
            memory.buffer()), options);
    }

    /** Returns the part of a rank without memory. */
    private static WindowPart nothing() {
        return new WindowPart(null, null, 0, 0, null, new UnsafeBuffer(0, 0));
    }

    private Window create(final MessageCalls parent, final WindowPart part, final WindowOption... options) {
        final Set<WindowOption> set = set(options);
        if (parent.progress().orderReplay() != null) {
            return replayed(parent, part, set);
        }
        return create(parent, WindowMode.PACKET, part.length(), set, Outcome.SUCCESS,
            calls -> lengths -> packetAccess(calls, part, lengths, set));
    }

    /** Makes a window of a replay, which no other rank has. */
    private Window replayed(final MessageCalls calls, final WindowPart part, final Set<WindowOption> options) {
        calls.progress().checkOpen();
        final WindowReplay replay = calls.progress().orderReplay().windows();
        final int own = calls.group().rank();
        final WindowReplay.Made made = replay.make(part, own, part.length());
        final WindowAccess access = new ReplayedAccess(replay, made.id(), own, part);
        return new OrderedWindow(
            calls, made.id(), access, epochs(calls, options), new ReplayedMessages(), made.lengths(), passed -> access.close(), replay);
    }

    @Override
    public Window allocate(final MessageCalls parent, final long length, final WindowOption... options) {
        parent.limit(OrderLimit.DIRECT_WINDOW);
        if (parent.progress().orderReplay() != null) {
            throw parent.progress().orderReplay().windows().notRecorded("a direct window of " + length + " bytes");
        }
        final boolean isPossible = length >= 0 && length <= WindowFileDescriptor.MAX_LENGTH;
        return create(parent, WindowMode.DIRECT, length, set(options), isPossible ? Outcome.SUCCESS : Outcome.RMA_RANGE,
            calls -> new DirectOpening(calls, node, accesses, length));
    }

    private WindowAccess packetAccess(
        final MessageCalls calls, final WindowPart part, final long[] lengths, final Set<WindowOption> options) {
        final boolean isLockable = !options.contains(WindowOption.NO_LOCKS);
        final PacketWindow window = new PacketWindow(
            id(calls), calls.group().rank(), calls.group().inWorld(), part, isLockable, options.contains(WindowOption.UNORDERED), protocol);
        final Runnable closed = isLockable ? agent::closed : () -> { };
        final PacketAccess access = new PacketAccess(calls, window, node.settings().value(GeometrySetting.PACKET_LENGTH), closed);
        if (isLockable) {
            agent.opened();
        }
        if (recorder(calls) != null) {
            recorder(calls).windows().made(id(calls), lengths);
        }
        access.open();
        return access;
    }

    private static Set<WindowOption> set(final WindowOption... options) {
        return options.length == 0 ? EnumSet.noneOf(WindowOption.class) : EnumSet.copyOf(List.of(options));
    }

    /** The creation of a window at this rank. What other ranks attach to exists before {@link #open}. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens the access to the parts. Called after all ranks have announced what they make.
         *
         * @param lengths of the parts in bytes, by member.
         * @return access to the parts.
         * @throws IOException if a peer's part cannot be mapped; no rank gets a window then.
         */
        WindowAccess open(long[] lengths) throws IOException;

        /** Releases what was made, if {@link #open} was not called or has failed. */
        default void abandon() {
        }
    }

    /**
     * Makes a window. Collective.
     *
     * @param own   {@link Outcome#SUCCESS}, or {@link Outcome#RMA_RANGE} if this rank cannot make a part of that length.
     * @param start begins the creation at this rank; called only after {@link Outcome#SUCCESS}.
     */
    Window create(
        final MessageCalls parent, final WindowMode mode, final long length, final Set<WindowOption> options, final Outcome own,
        final Function<MessageCalls, Opening> start) {
        final MessageCalls calls = communicators.window(parent);
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
                    // Any failure, also the lack of a thread: this rank must tell the others, which wait for it.
                    failure = cause;
                }
            }
            // Before the agreement, because this may fail and the other ranks count on its result.
            final Window window = access == null ? null : window(calls, access, lengths, options);
            agree(calls, access, refusal, failure);
            if (mode == WindowMode.PACKET && recorder(calls) != null) {
                recorder(calls).windows().end();
            }
            isMade = true;
            return window;
        } finally {
            if (!isMade) {
                parent.limit(OrderLimit.FAILURE);
                calls.collectives().giveUp();
                if (access == null && opening != null) {
                    opening.abandon();
                }
                discard(calls, access);
            }
        }
    }

    private Window window(
        final MessageCalls calls, final WindowAccess access, final long[] lengths, final Set<WindowOption> options) {
        final WindowEpochs epochs = epochs(calls, options);
        final EpochMessages messages = new EmptyMessages(calls);
        final WindowClosing.Ending ending = isBarrierPassed -> end(calls, access, isBarrierPassed);
        return access.mode() == WindowMode.DIRECT || recorder(calls) == null ?
            new GroupWindow(calls, id(calls), access, epochs, messages, lengths, ending) :
            new OrderedWindow(calls, id(calls), access, epochs, messages, lengths, ending, recorder(calls).windows());
    }

    private static WindowEpochs epochs(final MessageCalls calls, final Set<WindowOption> options) {
        return new WindowEpochs(calls.group().size(), !options.contains(WindowOption.NO_LOCKS), calls.progress().handlerCalls());
    }

    private static OrderRecorder recorder(final MessageCalls calls) {
        return calls.progress().orderRecorder();
    }

    private static long bits(final Set<WindowOption> options) {
        long bits = 0;
        for (final WindowOption option : options) {
            bits |= 1L << option.ordinal();
        }
        return bits;
    }

    /** Returns why no window can be made, or null. The same at all ranks, because all have the same words. */
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
        final long objection;
        try {
            objection = calls.collectives().agree(access == null ? failed : Outcome.SUCCESS);
        } catch (final RuntimeException | Error ended) {
            suppress(ended, failure);
            throw ended;
        }
        if (Objection.isLoss(objection)) {
            // The failure may follow from the loss: a rank that knows of the loss removes its part, and this rank does not find it.
            final MessagingException loss = calls.collectives().failure(objection);
            suppress(loss, failure);
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

    private static void suppress(final Throwable thrown, final Throwable failure) {
        if (failure != null) {
            thrown.addSuppressed(failure);
        }
    }

    private void discard(final MessageCalls calls, final WindowAccess access) {
        if (access != null) {
            access.close();
        }
        communicators.closeWindow(calls);
    }

    /**
     * Releases the resources of a window at this rank.
     *
     * @param calls           of the window's own communicator.
     * @param access          of this rank, which accesses no part any more.
     * @param isBarrierPassed whether no rank accesses the window any more. If false, this rank's part stays until the engine closes.
     */
    private void end(final MessageCalls calls, final WindowAccess access, final boolean isBarrierPassed) {
        if (isBarrierPassed) {
            access.close();
        } else {
            access.leave();
        }
        communicators.closeWindow(calls);
    }
}
