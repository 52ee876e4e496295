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
package io.tombolo.engine.transfer;

import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.OpenRendezvous;
import java.util.Arrays;

/**
 * The long messages of this rank that are not done, found by the handle that their receivers name. The objects of messages that are done
 * are kept for reuse. One thread at a time.
 */
final class PendingSends {
    private static final int UNUSED_CAPACITY = 16;

    private final HandleTable<PendingSend> table;
    // Valid below the count. Entries above it stay, so that an object that comes back to its place is not stored again.
    private PendingSend[] unused = new PendingSend[UNUSED_CAPACITY];
    private int unusedCount;
    private final int[] countTo;
    private final OpenRendezvous[] envelopes;

    PendingSends(final int limit, final int ranks) {
        this.table = new HandleTable<>(limit);
        this.countTo = new int[ranks];
        this.envelopes = new OpenRendezvous[ranks];
        Arrays.setAll(envelopes, rank -> new OpenRendezvous());
    }

    /**
     * Begins a message.
     *
     * @return null if the limit is reached.
     */
    PendingSend begin(final Operation operation) {
        final PendingSend send = take(operation.destination);
        if (send != null) {
            begin(send, operation);
        }
        return send;
    }

    /**
     * Takes a place and a handle for a message. {@link #begin(PendingSend, Operation)} or {@link #giveBack} must follow.
     *
     * @param destination of the message.
     * @return null if the limit is reached.
     */
    PendingSend take(final int destination) {
        // Room now, as envelopeLeft must not fail: the envelopes of all pending messages may be open, and one of a send that has ended.
        envelopes[destination].reserve(countTo[destination] + 2);
        final PendingSend send = unusedCount == 0 ? new PendingSend() : unused[--unusedCount];
        send.index = table.add(send);
        if (send.index == HandleTable.NONE) {
            keep(send);
            return null;
        }
        send.handle = table.handle(send.index);
        return send;
    }

    /**
     * Gives the place of a message back that was not begun.
     */
    void giveBack(final PendingSend send) {
        table.remove(send.index);
        send.index = HandleTable.NONE;
        keep(send);
    }

    /**
     * Begins a message that has a place.
     */
    void begin(final PendingSend send, final Operation operation) {
        send.begin(operation);
        operation.handle = send.handle;
        countTo[send.destination]++;
    }

    /**
     * Ends a message; its handle is stale from now on.
     */
    void end(final PendingSend send) {
        closeEnvelope(send);
        table.remove(send.index);
        countTo[send.destination]--;
        send.index = HandleTable.NONE;
        recycle(send);
    }

    /**
     * Notes that an envelope has gone into the ring. Also for a send that has ended, as its receiver counts the envelope.
     */
    void envelopeLeft(final PendingSend send) {
        send.envelope = envelopes[send.destination].add(send.index);
        if (send.index == HandleTable.NONE) {
            closeEnvelope(send);
        }
    }

    /**
     * Notes that a message is done, if its envelope is open.
     */
    void closeEnvelope(final PendingSend send) {
        if (send.envelope != OpenRendezvous.NONE) {
            envelopes[send.destination].remove(send.envelope);
            send.envelope = OpenRendezvous.NONE;
        }
    }

    /**
     * Returns the envelopes that a peer has received, of messages that are not done.
     */
    OpenRendezvous envelopes(final int peer) {
        return envelopes[peer];
    }

    /**
     * Begins to count the envelopes of a peer anew, for its next incarnation. No message to it is pending.
     */
    void restart(final int peer) {
        envelopes[peer] = new OpenRendezvous();
    }

    /**
     * Keeps a send that has ended for reuse, unless a list or queue still holds it. Whoever takes it out there calls this again.
     */
    void recycle(final PendingSend send) {
        if (!send.isQueued() && send.staging != PendingSend.Staging.AWAITING_ROOM && !send.cancelRequest.isQueued()) {
            send.forgetMemory();
            keep(send);
        }
    }

    private boolean tryGrow() {
        try {
            unused = Arrays.copyOf(unused, unusedCount * 2);
            return true;
        } catch (final OutOfMemoryError none) {
            return false;
        }
    }

    private void keep(final PendingSend send) {
        if (unusedCount == unused.length && !tryGrow()) {
            // Without the memory to keep it the object is dropped: the end of a message must not fail.
            return;
        }
        if (unused[unusedCount] != send) {
            // Not stored again: a store of a reference costs the collector's barrier too.
            unused[unusedCount] = send;
        }
        unusedCount++;
    }

    long handle(final PendingSend send) {
        return send.handle;
    }

    PendingSend find(final long handle) {
        return table.find(handle);
    }

    PendingSend at(final int index) {
        return table.at(index);
    }

    int capacity() {
        return table.capacity();
    }

    int size() {
        return table.size();
    }

    int countTo(final int peer) {
        return countTo[peer];
    }

    boolean reserve() {
        return table.reserve();
    }

    /**
     * Begins a message that has a reservation, and ends the reservation.
     *
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed.
     */
    PendingSend beginReserved(final Operation operation) {
        if (unusedCount == 0) {
            keep(new PendingSend());
        }
        envelopes[operation.destination].reserve(countTo[operation.destination] + 2);
        table.makeRoom();
        table.unreserve();
        return begin(operation);
    }

    void unreserve() {
        table.unreserve();
    }
}
