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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.collective.CollectiveProgress;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.collective.GroupAgreement;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.collective.SlotFiles;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import io.tombolo.ringbuffers.job.GroupRecords;
import java.io.IOException;
import java.util.Set;

/**
 * Opens groups at one rank, and closes them: contexts, the entry in the table of calls, and the calls. Any thread.
 */
final class GroupOpener {
    private static final int WORLD_ENTRY = 0;

    private final Progress progress;
    private final BlockingOperations operations;
    private final Node node;
    private final GroupNames names;
    private final GroupRecords records;
    private final GroupProgressTable table;
    private final SlotFiles slots;
    private final CollectiveSlot world;

    GroupOpener(final Progress progress, final Node node, final SlotFiles slots) throws IOException {
        this.progress = progress;
        this.operations = new BlockingOperations(progress);
        this.node = node;
        final int incarnation = GroupMembers.present(node.job(), node.rank());
        this.names = new GroupNames(node.rank(), node.size(), incarnation);
        this.records = node.world().records();
        this.table = new GroupProgressTable(node.job());
        if (incarnation > 1) {
            table.closeInherited();
        }
        this.slots = slots;
        this.world = slots.take(node.world().name());
    }

    Progress progress() {
        return progress;
    }

    Node node() {
        return node;
    }

    GroupNames names() {
        return names;
    }

    GroupRecords records() {
        return records;
    }

    GroupProgressTable table() {
        return table;
    }

    /** Makes the calls of the world, whose context is open from the start. */
    MessageCalls world() {
        return calls(Group.world(node.rank(), node.size()), node.world(), WORLD_ENTRY, Set.of(), world);
    }

    /**
     * Opens a group. Allocates everything, because the other members rely on this one once they have agreed.
     *
     * @param members  of the group, of which this rank is one.
     * @param namer    rank that has named it, in the world.
     * @param promises of this rank.
     * @return what is open, or why nothing is.
     */
    GroupOpening open(final GroupMembers members, final int namer, final Set<Promise> promises) {
        if (!names.isOf(members.name(), namer)) {
            return GroupOpening.refused(Outcome.PROTOCOL_ERROR);
        }
        if (members.record() == GroupRecords.NONE) {
            return GroupOpening.refused(Outcome.INSUFFICIENT_RESOURCES);
        }
        final int entry = table.open(members.name());
        return entry == GroupProgressTable.NONE ? GroupOpening.refused(Outcome.INSUFFICIENT_RESOURCES) :
            open(members, promises, entry, false);
    }

    /**
     * Opens a group for which this rank has an entry already.
     *
     * @param members   of the group, of which this rank is one.
     * @param promises  of this rank.
     * @param entry     of this rank for the group; closed without success.
     * @param isMeeting whether this rank decides the first agreement of the group against it if it cannot open it.
     * @return what is open, or why nothing is.
     */
    GroupOpening open(final GroupMembers members, final Set<Promise> promises, final int entry, final boolean isMeeting) {
        final int context = GroupNames.context(members.name());
        Outcome outcome = Outcome.CANCELLED;
        MessageCalls calls = null;
        boolean isRecorded = false;
        CollectiveSlot slot = null;
        try {
            isRecorded = records.hold(members.record(), members.name());
            slot = isRecorded ? slots.take(members.name()) : null;
            if (isRecorded && slot == null) {
                return GroupOpening.withoutSlot();
            }
            outcome = isRecorded ? run(Operation.Kind.OPEN, context, MessageCalls.isBinned(progress, promises), members) : outcome;
            calls = outcome == Outcome.SUCCESS ? calls(group(members), members, entry, promises, slot) : null;
            return calls == null ? GroupOpening.refused(outcome) : GroupOpening.opened(calls);
        } catch (final IOException noRoom) {
            node.error(noRoom);
            return GroupOpening.refused(Outcome.INSUFFICIENT_RESOURCES);
        } finally {
            if (calls == null) {
                if (slot != null) {
                    slots.free(slot);
                }
                if (isRecorded && isMeeting) {
                    GroupAgreement.veto(members, Objection.pack(Objection.of(Outcome.CANCELLED, node.rank())));
                }
                table.close(entry);
                if (outcome == Outcome.SUCCESS) {
                    closeContexts(context);
                }
            }
        }
    }

    /** Returns the number of this rank in a group of which it is a member. */
    int member(final GroupMembers members) {
        int own = 0;
        while (members.ranks()[own] != node.rank()) {
            own++;
        }
        return own;
    }

    private Group group(final GroupMembers members) {
        return Group.of(member(members), members.ranks(), node.size());
    }

    private MessageCalls calls(
        final Group group, final GroupMembers members, final int entry, final Set<Promise> promises, final CollectiveSlot slot) {
        final int context = GroupNames.context(members.name());
        final Collectives collectives = new Collectives(
            progress, node, group, members, context + Envelope.COLLECTIVES,
            new CollectiveProgress(progress, node, table, group, members, entry), slots, slot);
        return new MessageCalls(progress, operations, group, context, promises, collectives, members);
    }

    /** Closes a group: this rank is no member any more. */
    void close(final MessageCalls calls) {
        calls.collectives().close();
        closeContexts(calls.context());
    }

    private void closeContexts(final int context) {
        run(Operation.Kind.CLOSE, context, false, null);
    }

    /** Sets the priority of queued messages of a group. */
    void prioritize(final MessageCalls calls, final int priority) {
        final Operation command = begin(Operation.Kind.PRIORITIZE, calls.context());
        command.tag = priority;
        run(command);
    }

    /** Lets the progress owner look which groups have lost members or are revoked. */
    void checkGroups() {
        run(begin(Operation.Kind.CHECK_GROUPS, 0));
    }

    private Operation begin(final Operation.Kind kind, final int context) {
        final Operation command = operations.acquire();
        command.begin(kind);
        command.context = context;
        return command;
    }

    private Outcome run(final Operation.Kind kind, final int context, final boolean isBinned, final GroupMembers members) {
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
