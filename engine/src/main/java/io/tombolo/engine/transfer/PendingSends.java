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
 * The long messages of this rank that are not done, by the handle that their receivers name; and those that are, to be used again. One
 * thread at a time.
 */
final class PendingSends {
    private static final int UNUSED_CAPACITY = 16;

    private final HandleTable<PendingSend> table;
    // Those below the count; what is above is stored again only where another comes to lie.
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
     * @return null if there are as many as there may be.
     */
    PendingSend begin(final Operation operation) {
        final PendingSend send = take(operation.destination);
        if (send != null) {
            begin(send, operation);
        }
        return send;
    }

    /**
     * Takes a place and a handle for a message; {@link #begin(PendingSend, Operation)} follows, or {@link #giveBack}.
     *
     * @param destination of the message.
     * @return null if there are as many as there may be.
     */
    PendingSend take(final int destination) {
        // That its envelope has left must not fail to be noted: all pending ones may be open, and one of a send that has ended.
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
     * Takes the place of a message back that was not begun.
     */
    void giveBack(final PendingSend send) {
        table.remove(send.index);
        send.index = HandleTable.NONE;
        keep(send);
    }

    /**
     * Begins a message that has its place.
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
     * Takes note that an envelope has gone into the ring, also of a send that has ended: its receiver counts it.
     */
    void envelopeLeft(final PendingSend send) {
        send.envelope = envelopes[send.destination].add(send.index);
        if (send.index == HandleTable.NONE) {
            closeEnvelope(send);
        }
    }

    /**
     * Takes note that a message is done.
     */
    void closeEnvelope(final PendingSend send) {
        if (send.envelope != OpenRendezvous.NONE) {
            envelopes[send.destination].remove(send.envelope);
            send.envelope = OpenRendezvous.NONE;
        }
    }

    /**
     * Returns the envelopes that a peer has, of messages that are not done.
     */
    OpenRendezvous envelopes(final int peer) {
        return envelopes[peer];
    }

    /**
     * Keeps a send that has ended for another message, unless a list or queue still holds it: then whoever takes it out comes here again.
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
            // One that ends must not fail for want of the memory to be used again.
            return;
        }
        if (unused[unusedCount] != send) {
            // Not every time: a store of a reference costs the collector's barrier too.
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
     * Begins a message for which there is a reservation, which ends.
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
