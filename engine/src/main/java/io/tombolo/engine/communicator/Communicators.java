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
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.collective.CollectiveProgress;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.job.DecisionTable;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Agrees with other ranks on new communicators, and gives them contexts.
 * <p>
 * The first rank of a new group names the context: the next one of its own series. So two groups that share a rank never get the same
 * context, however many are made at a time. All ranks open the context before any of them uses it, and then agree that all have. A rank
 * objects if it has no room, or if it still has the context because the series has begun anew. Either all living ranks get a communicator,
 * or none does.
 */
public final class Communicators {
    private static final int WORLD_CONTEXT = 0;
    private static final int WORLD_ENTRY = 0;
    private static final int CONTEXTS_SHIFT = 2;
    private static final int MOST_COMMUNICATORS = Integer.MAX_VALUE >>> CONTEXTS_SHIFT;
    private static final int WORDS = 3;
    private static final int COLOR = 0;
    private static final int KEY = 1;
    private static final int NAME = 2;
    private static final int NO_VERDICT_STATUS = 1;

    private final Progress progress;
    private final BlockingOperations operations;
    private final Node node;
    private final int seriesLength;
    private final AtomicLong series = new AtomicLong();
    private final GroupProgressTable table;

    /**
     * Makes the communicators of one rank. It has none yet.
     *
     * @param progress of the rank.
     * @param node     of the rank.
     */
    public Communicators(final Progress progress, final Node node) {
        this.progress = progress;
        this.operations = new BlockingOperations(progress);
        this.node = node;
        this.seriesLength = (MOST_COMMUNICATORS - 1) / node.size();
        this.table = new GroupProgressTable(node.job());
    }

    /** Makes the calls of the communicator of all ranks. Its context is open from the start. */
    MessageCalls world() {
        return createCalls(Group.world(node.rank(), node.size()), WORLD_CONTEXT, WORLD_ENTRY, Set.of());
    }

    /**
     * Agrees on a context for the ranks of a communicator that name the same colour. Collective.
     *
     * @return calls with the new context; null if the colour is {@link Communicator#UNDEFINED}.
     */
    MessageCalls split(final MessageCalls parent, final int color, final int key, final Set<Promise> promises) {
        return create(parent, color, key, promises);
    }

    /**
     * Agrees on a new context for the ranks of a communicator. Collective.
     *
     * @param parent communicator that gives the group.
     * @return calls with the new context; the caller closes them.
     */
    public MessageCalls dup(final MessageCalls parent) {
        return create(parent, 0, parent.group().rank(), Set.of());
    }

    private MessageCalls create(final MessageCalls parent, final int color, final int key, final Set<Promise> promises) {
        parent.checks().checkOpen();
        try {
            return createByAgreement(parent, color, key, promises);
        } catch (final MessagingException | InterruptException | IllegalStateException ended) {
            throw ended;
        } catch (final RuntimeException | Error failure) {
            // For example for want of memory. The other ranks wait for this one, so tell them.
            parent.collectives().giveUp();
            throw failure;
        }
    }

    private MessageCalls createByAgreement(final MessageCalls parent, final int color, final int key, final Set<Promise> promises) {
        while (true) {
            final long[] all = parent.collectives().gather(color, key, nextName());
            final boolean isMember = all != null && color != Communicator.UNDEFINED;
            final int[] members = isMember ? members(all, color) : new int[0];
            final long name = isMember ? all[members[0] * WORDS + NAME] : 0;
            final Outcome outcome = isMember ? open((int) name, inWorld(parent.group(), members), promises) : Outcome.SUCCESS;
            // First: as soon as other ranks use the group, they read there how far this rank has come.
            final int entry = isMember && outcome == Outcome.SUCCESS ? table.open(name) : GroupProgressTable.NONE;
            boolean agreed = false;
            try {
                // Allocates everything first: after the agreement the other ranks rely on this one.
                final MessageCalls calls =
                    entry == GroupProgressTable.NONE ? null : createCalls(parent.group(), members, name, entry, promises);
                agreed = agree(parent, isMember && calls == null && outcome == Outcome.SUCCESS ?
                    Outcome.INSUFFICIENT_RESOURCES : outcome);
                if (agreed) {
                    return calls;
                }
            } finally {
                if (!agreed && entry != GroupProgressTable.NONE) {
                    table.close(entry);
                }
                if (!agreed && isMember && outcome == Outcome.SUCCESS) {
                    runCommand(Operation.Kind.CLOSE, (int) name, false, null);
                }
            }
        }
    }

    /**
     * Returns a name for a group that no other group ever has. Its lower half is the context, its upper half counts how often the series of
     * contexts has begun anew.
     */
    private long nextName() {
        final long next = series.getAndIncrement();
        final long context = 1 + next % seriesLength * node.size() + node.rank() << CONTEXTS_SHIFT;
        return next / seriesLength << Integer.SIZE | context;
    }

    private static int[] inWorld(final Group parent, final int[] members) {
        final int[] inWorld = new int[members.length];
        for (int member = 0; member < members.length; member++) {
            inWorld[member] = parent.toWorld(members[member]);
        }
        return inWorld;
    }

    /**
     * Opens a context, if it belongs to the series of the first member, which names it. Any other context could be in use by another group,
     * and messages of the two groups would match.
     */
    private Outcome open(final int context, final int[] members, final Set<Promise> promises) {
        final int number = context >>> CONTEXTS_SHIFT;
        final boolean isAllowed = context > 0 && number << CONTEXTS_SHIFT == context && (number - 1) % node.size() == members[0];
        return isAllowed ?
            runCommand(Operation.Kind.OPEN, context, MessageCalls.isBinned(progress, promises), members) : Outcome.PROTOCOL_ERROR;
    }

    /**
     * Agrees with the other ranks whether all have opened the context. Throws at all ranks if one has no room, was told a context that is
     * not allowed, or is gone.
     *
     * @return false if a rank still uses the context; the caller tries the next one.
     */
    private static boolean agree(final MessageCalls parent, final Outcome own) {
        final long objection = parent.collectives().agree(own);
        if (Objection.isLoss(objection)) {
            throw parent.collectives().failure(objection);
        }
        final int member = parent.group().member(Objection.rank(objection));
        return switch (Objection.outcome(objection)) {
            case SUCCESS -> true;
            // That rank still has a group with this context.
            case CANCELLED -> false;
            case INSUFFICIENT_RESOURCES -> throw new IllegalStateException(
                "rank " + member + " has " + Communicator.MAX_COMMUNICATORS + " communicators: close one that is no longer used");
            default -> throw new MessagingException(
                Outcome.PROTOCOL_ERROR,
                "rank " + member + " was told a context that cannot be right: agreement of " + parent.group().size() + " ranks");
        };
    }

    private MessageCalls createCalls(
        final Group parent, final int[] members, final long name, final int entry, final Set<Promise> promises) {
        int own = 0;
        while (members[own] != parent.rank()) {
            own++;
        }
        return createCalls(Group.of(own, inWorld(parent, members), node.size()), name, entry, promises);
    }

    private MessageCalls createCalls(final Group group, final long name, final int entry, final Set<Promise> promises) {
        final int context = (int) name;
        final Collectives collectives = new Collectives(
            progress, operations, group, context + Envelope.COLLECTIVES, new CollectiveProgress(progress, node, table, group, name, entry),
            (number, word) -> decide(name, number, word));
        return new MessageCalls(progress, operations, group, context, promises, collectives);
    }

    /**
     * Decides a word of an agreement in which a rank has died. If the table of decisions is full, ranks could decide differently, so the
     * job is aborted.
     */
    private long decide(final long name, final long number, final long word) {
        final long decided = DecisionTable.decide(node.job(), name, number, word);
        if (decided != DecisionTable.FULL) {
            return decided;
        }
        node.job().abort(
            NO_VERDICT_STATUS, "no room for one more creation of a communicator or window in the middle of which a rank has died");
        return Objection.loss(Objection.of(Outcome.ABORTED, node.rank()));
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
        if (calls.checks().close()) {
            calls.collectives().close();
            runCommand(Operation.Kind.CLOSE, calls.context(), false, null);
        }
    }

    /**
     * Sets the priority of a communicator: its messages pass queued messages of a lower priority.
     */
    void prioritize(final MessageCalls calls, final int priority) {
        calls.checks().checkOpen();
        final Operation command = begin(Operation.Kind.PRIORITIZE, calls.context());
        command.tag = priority;
        run(command);
    }

    private Operation begin(final Operation.Kind kind, final int context) {
        final Operation command = operations.acquire();
        command.begin(kind);
        command.context = context;
        return command;
    }

    private Outcome runCommand(final Operation.Kind kind, final int context, final boolean isBinned, final int[] members) {
        final Operation command = begin(kind, context);
        command.members = members;
        command.tagMask = isBinned ? Matcher.EXACT_TAG_MASK : Matcher.ANY_TAG_MASK;
        return run(command);
    }

    private Outcome run(final Operation command) {
        progress.submit(command);
        progress.awaitUninterrupted(command);
        final Outcome outcome = command.outcome();
        command.members = null;
        operations.release(command);
        return outcome;
    }
}
