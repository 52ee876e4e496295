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
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.collective.Reason;
import io.tombolo.engine.collective.SlotFiles;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.GroupRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Agrees with other ranks on new communicators, and gives them contexts.
 * <p>
 * The first rank of a new group names it: with the next context of its own series. So two groups that share a rank never get the same
 * context, however many are made at a time. The namer also takes a {@linkplain GroupRecords group record} for it. All ranks open the group
 * before any of them uses it, and then agree that all have. A rank objects if it has no room, if it still has the context because the
 * series has begun anew, or if the record has been reclaimed. Either all living ranks get a communicator, or none does.
 */
public final class Communicators {
    private static final int WORLD_CONTEXT = 0;
    private static final int WORDS = 4;
    private static final int COLOR = 0;
    private static final int KEY = 1;
    private static final int NAME = 2;
    private static final int RECORD = 3;

    private final GroupOpener opener;

    /**
     * Makes the communicators of one rank. It has none yet, and is not yet live.
     *
     * @param progress of the rank.
     * @param node     of the rank.
     * @param slots    of the rank for collective operations.
     * @throws IOException if there is no room for a slot for the world.
     */
    public Communicators(final Progress progress, final Node node, final SlotFiles slots) throws IOException {
        this.opener = new GroupOpener(progress, node, slots);
    }

    GroupOpener opener() {
        return opener;
    }

    /** Makes the calls of the communicator of all ranks. Its context is open from the start. */
    MessageCalls world() {
        return opener.world();
    }

    /**
     * Agrees on a context for the ranks of a communicator that name the same colour. Collective.
     *
     * @return calls with the new context; null if the colour is {@link Communicator#UNDEFINED}.
     */
    MessageCalls split(final MessageCalls parent, final int color, final int key, final Set<Promise> promises) {
        return create(parent, parent.order(), color, key, true, promises);
    }

    /**
     * Agrees on a new context for a window of the ranks of a communicator. Collective. It is not in the order of the calls.
     *
     * @param parent communicator that gives the group.
     * @return calls with the new context; {@link #closeWindow} closes them.
     */
    public MessageCalls window(final MessageCalls parent) {
        return create(parent, null, 0, parent.group().rank(), parent.group().rank() == 0, Set.of());
    }

    MessageCalls dup(final MessageCalls parent, final Set<Promise> promises) {
        return create(parent, parent.order(), 0, parent.group().rank(), parent.group().rank() == 0, promises);
    }

    /**
     * Makes a communicator of ranks that name each other. Collective among these.
     */
    MessageCalls group(final int[] ranks, final long timeoutNs) {
        opener.progress().handlerCalls().refuse("group");
        opener.progress().checkOpen();
        checkRanks(ranks);
        final CallOrder order = CallOrder.of(opener.progress(), Group.world(opener.node().rank(), opener.node().size()));
        if (order != null) {
            order.group(WORLD_CONTEXT, 0, 0, ranks);
        }
        final MeetingCall meeting = new MeetingCall(opener, ranks);
        if (order == null) {
            return await(meeting, meeting::withdraw, timeoutNs);
        }
        return awaitInOrder(order, meeting, timeoutNs);
    }

    private static MessageCalls awaitInOrder(final CallOrder order, final MeetingCall meeting, final long timeoutNs) {
        try {
            final MessageCalls made = await(meeting, meeting::withdraw, order.isReplay() ? Long.MAX_VALUE : timeoutNs);
            order.made(made);
            return made;
        } catch (final DeadlineException ended) {
            order.limit(OrderLimit.TIME_UP);
            throw ended;
        } catch (final MessagingException | InterruptException | IllegalStateException ended) {
            order.limit(OrderLimit.FAILURE);
            throw ended;
        }
    }

    /**
     * Waits for a call from which this rank withdraws if it does not wait any longer.
     *
     * @param withdraw returns false if the call has been completed meanwhile.
     */
    static MessageCalls await(final PendingCall<MessageCalls> call, final BooleanSupplier withdraw, final long timeoutNs) {
        boolean isOver = false;
        try {
            call.awaitEnd(timeoutNs, "this rank takes no part any more");
            isOver = true;
        } catch (final DeadlineException | InterruptException ended) {
            isOver = true;
            if (withdraw.getAsBoolean()) {
                throw ended;
            }
        } finally {
            if (!isOver) {
                withdraw.getAsBoolean();
            }
        }
        return call.result();
    }

    private void checkRanks(final int... ranks) {
        final int size = opener.node().size();
        final BitSet seen = new BitSet(size);
        for (final int rank : ranks) {
            if (rank < 0 || rank >= size || seen.get(rank)) {
                throw new IllegalArgumentException(
                    "members=" + Arrays.toString(ranks) + " must be different ranks from 0 to " + (size - 1));
            }
            seen.set(rank);
        }
        if (!seen.get(opener.node().rank())) {
            throw new IllegalArgumentException("members=" + Arrays.toString(ranks) + " must contain this rank, " + opener.node().rank());
        }
    }

    /**
     * Creates a communicator. Only a rank that may name the group takes a record.
     *
     * @param order that is told; null for none.
     */
    private MessageCalls create(
        final MessageCalls parent, final CallOrder order, final int color, final int key, final boolean mayName,
        final Set<Promise> promises) {
        parent.checks().checkOpen();
        if (order != null) {
            order.group(parent.context(), color, key);
        }
        try {
            final long deadline = Deadline.after(parent.timeoutNs());
            while (true) {
                final GroupOpening opening = createByAgreement(parent, color, key, mayName, promises, deadline);
                if (opening.outcome() == Outcome.SUCCESS) {
                    if (order != null) {
                        order.made(opening.calls());
                    }
                    return opening.calls();
                }
            }
        } catch (final DeadlineException ended) {
            parent.timeUp();
            throw ended;
        } catch (final MessagingException | InterruptException | IllegalStateException ended) {
            parent.limit(OrderLimit.FAILURE);
            throw ended;
        } catch (final RuntimeException | Error failure) {
            // For example for want of memory. The other ranks wait for this one, so tell them.
            parent.collectives().giveUp();
            throw failure;
        }
    }

    /** Returns an opening without success if a rank needs another name; then all try again. */
    private GroupOpening createByAgreement(
        final MessageCalls parent, final int color, final int key, final boolean mayName, final Set<Promise> promises,
        final long deadline) {
        final long proposal = opener.names().next();
        final int record = mayName ? opener.records().allocate(proposal, 0) : GroupRecords.NONE;
        boolean isUsed = false;
        try {
            final long[] all = parent.collectives().gatherWithin(parent.timeoutNs(), deadline, color, key, proposal, record);
            final int[] chosen = all != null && color != Communicator.UNDEFINED ? members(all, color) : new int[0];
            final long name = chosen.length > 0 ? all[chosen[0] * WORDS + NAME] : 0;
            final GroupOpening opening = chosen.length == 0 ? GroupOpening.opened(null) : opener.open(
                select(parent, chosen, name, (int) all[chosen[0] * WORDS + RECORD]), parent.group().toWorld(chosen[0]), promises);
            final boolean isAgreed = agree(parent, opening);
            isUsed = isAgreed && name == proposal;
            if (isAgreed && opening.calls() != null) {
                opening.calls().collectives().groupAgreement().made();
            }
            return isAgreed ? opening : GroupOpening.refused(Outcome.CANCELLED);
        } finally {
            if (!isUsed && record != GroupRecords.NONE) {
                opener.records().free(record, proposal);
            }
        }
    }

    /**
     * Chooses members of a group for another one, with the incarnations that they have there.
     *
     * @param chosen numbers of the members in the parent's group.
     */
    static GroupMembers select(final MessageCalls parent, final int[] chosen, final long name, final int record) {
        final int[] ranks = new int[chosen.length];
        final int[] incarnations = new int[chosen.length];
        for (int member = 0; member < chosen.length; member++) {
            ranks[member] = parent.group().toWorld(chosen[member]);
            incarnations[member] = parent.members().incarnation(chosen[member]);
        }
        return parent.members().select(ranks, incarnations, name, record);
    }

    /** Agrees with the other ranks whether all have opened the group. Closes it if not. */
    private boolean agree(final MessageCalls parent, final GroupOpening opening) {
        boolean isAgreed = false;
        try {
            isAgreed = agree(parent, opening.vote(opener.node().rank()));
            return isAgreed;
        } finally {
            if (!isAgreed && opening.calls() != null) {
                opener.close(opening.calls());
            }
        }
    }

    /**
     * Agrees with the other ranks. Throws at all ranks if one has no room, was told a context that is not allowed, or is gone.
     *
     * @return false if a rank needs another name; the caller tries the next one.
     */
    private static boolean agree(final MessageCalls parent, final long own) {
        final long objection = parent.collectives().agree(own);
        if (Objection.isLoss(objection)) {
            throw parent.collectives().failure(objection);
        }
        return isMade(objection, parent.group().member(Objection.rank(objection)), parent.group().size());
    }

    /**
     * Returns whether a group is made, according to the verdict of its members.
     *
     * @param verdict gravest {@link Objection}, or zero.
     * @param member  that has it.
     * @param size    members that have agreed.
     * @return false if another name is needed.
     */
    static boolean isMade(final long verdict, final int member, final int size) {
        if (Objection.reason(verdict) == Reason.NO_SLOT) {
            throw new IllegalStateException(Reason.NO_SLOT.sentence(member));
        }
        return switch (Objection.outcome(verdict)) {
            case SUCCESS -> true;
            // That rank still has a group with this context, or the record has been reclaimed.
            case CANCELLED -> false;
            case INSUFFICIENT_RESOURCES -> throw new IllegalStateException(
                "rank " + member + " has " + Communicator.MAX_COMMUNICATORS +
                    " communicators, or the job has no free group record, or no room for another file: close communicators that are no " +
                    "longer used");
            default -> throw new MessagingException(
                Outcome.PROTOCOL_ERROR, "rank " + member + " was told a context that cannot be right: agreement of " + size + " ranks");
        };
    }

    /**
     * Returns the ranks that name a colour, in the order of their keys.
     */
    private static int[] members(final long[] all, final int color) {
        final List<Integer> members = new ArrayList<>();
        for (int member = 0; member < all.length / WORDS; member++) {
            if (all[member * WORDS + COLOR] == color) {
                members.add(member);
            }
        }
        // The sort is stable: ranks with equal keys keep their order.
        members.sort((one, other) -> Long.compare(all[one * WORDS + KEY], all[other * WORDS + KEY]));
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Closes a communicator and returns its contexts.
     *
     * @param calls of the communicator.
     */
    public void close(final MessageCalls calls) {
        if (calls.context() == WORLD_CONTEXT) {
            throw new IllegalStateException("the world is closed with its engine");
        }
        close(calls, calls.order());
    }

    /**
     * Closes the communicator of a window and returns its contexts.
     *
     * @param calls of the window.
     */
    public void closeWindow(final MessageCalls calls) {
        close(calls, null);
    }

    private void close(final MessageCalls calls, final CallOrder order) {
        if (calls.checks().close()) {
            if (order != null) {
                order.closed(calls.context());
            }
            opener.close(calls);
        }
    }

    /**
     * Sets the priority of a communicator: its messages pass queued messages of a lower priority.
     */
    void prioritize(final MessageCalls calls, final int priority) {
        calls.checks().checkOpen();
        opener.prioritize(calls, priority);
    }
}
