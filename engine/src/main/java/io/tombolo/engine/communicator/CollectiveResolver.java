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

import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.collective.CollectiveArguments;
import io.tombolo.engine.collective.CollectiveKind;
import io.tombolo.engine.collective.Reduction;
import io.tombolo.engine.communicator.PartChecks.PartArguments;
import io.tombolo.engine.region.RegionAllocator;

/**
 * Turns the parameters of each collective operation into checked arguments: one method for each, which returns the same object each time.
 * What a rank does not use, as the receive elements of other ranks than the root, is ignored. Allocates nothing. One thread at a time.
 */
final class CollectiveResolver {
    private final int rank;
    private final int size;
    private final ElementsMemory memory;
    private final PartChecks parts;
    private final CollectiveArguments arguments = new CollectiveArguments();

    CollectiveResolver(final int rank, final int size, final RegionAllocator regions) {
        this.rank = rank;
        this.size = size;
        this.memory = new ElementsMemory(regions);
        this.parts = new PartChecks(size);
    }

    CollectiveArguments barrier() {
        return arguments.begin(CollectiveKind.BARRIER);
    }

    CollectiveArguments bcast(final Elements elements, final int root) {
        begin(CollectiveKind.BCAST, root);
        if (root == rank) {
            send(elements);
        } else {
            receive(elements);
        }
        return arguments;
    }

    CollectiveArguments reduce(final Elements send, final Elements receive, final ReduceOp op, final int root) {
        begin(CollectiveKind.REDUCE, root);
        if (root == rank) {
            return combine(send, receive, op);
        }
        send(send);
        reduceBy(op, arguments.send.count);
        return arguments;
    }

    CollectiveArguments allreduce(final Elements send, final Elements receive, final ReduceOp op) {
        arguments.begin(CollectiveKind.ALLREDUCE);
        return combine(send, receive, op);
    }

    CollectiveArguments scan(final Elements send, final Elements receive, final ReduceOp op) {
        arguments.begin(CollectiveKind.SCAN);
        return combine(send, receive, op);
    }

    CollectiveArguments exscan(final Elements send, final Elements receive, final ReduceOp op) {
        arguments.begin(CollectiveKind.EXSCAN);
        return combine(send, receive, op);
    }

    /** Fills the arguments of a rank that gets as many elements as it has. */
    private CollectiveArguments combine(final Elements send, final Elements receive, final ReduceOp op) {
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
        } else {
            sendAndReceive(send, receive);
            checkSame();
        }
        reduceBy(op, arguments.send.count);
        return arguments;
    }

    CollectiveArguments gather(final Elements send, final Elements receive, final int root) {
        begin(CollectiveKind.GATHER, root);
        if (root == rank) {
            return gatherAll(send, receive);
        }
        send(send);
        return arguments;
    }

    CollectiveArguments allgather(final Elements send, final Elements receive) {
        arguments.begin(CollectiveKind.ALLGATHER);
        return gatherAll(send, receive);
    }

    private CollectiveArguments gatherAll(final Elements send, final Elements receive) {
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
            final long part = equalPart("receive", arguments.receive.count);
            arguments.send.slice(rank * part, part, arguments.elementLength());
        } else {
            sendAndReceive(send, receive);
            checkEqualParts("receive", arguments.receive.count, "send", arguments.send.count);
        }
        return arguments;
    }

    CollectiveArguments gatherv(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements, final int root) {
        begin(CollectiveKind.GATHERV, root);
        if (root == rank) {
            return gatherParts(send, receive, counts, displacements);
        }
        send(send);
        return arguments;
    }

    CollectiveArguments allgatherv(final Elements send, final Elements receive, final int[] counts, final int[] displacements) {
        arguments.begin(CollectiveKind.ALLGATHERV);
        return gatherParts(send, receive, counts, displacements);
    }

    private CollectiveArguments gatherParts(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements) {
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
            receiveParts(PartArguments.PARTS, counts, displacements);
            arguments.send.slice(PartChecks.first(counts, displacements, rank), counts[rank], arguments.elementLength());
        } else {
            sendAndReceive(send, receive);
            receiveParts(PartArguments.PARTS, counts, displacements);
            checkOwnPart("send", arguments.send.count, counts[rank]);
        }
        return arguments;
    }

    CollectiveArguments scatter(final Elements send, final Elements receive, final int root) {
        begin(CollectiveKind.SCATTER, root);
        if (root != rank) {
            receive(receive);
        } else if (receive == Elements.IN_PLACE) {
            send(send);
            equalPart("send", arguments.send.count);
            arguments.isInPlace = true;
        } else {
            sendAndReceive(send, receive);
            checkEqualParts("send", arguments.send.count, "receive", arguments.receive.count);
        }
        return arguments;
    }

    CollectiveArguments scatterv(
        final Elements send, final int[] counts, final int[] displacements, final Elements receive, final int root) {
        begin(CollectiveKind.SCATTERV, root);
        if (root != rank) {
            receive(receive);
        } else if (receive == Elements.IN_PLACE) {
            send(send);
            sendParts(PartArguments.PARTS, counts, displacements);
            arguments.isInPlace = true;
        } else {
            sendAndReceive(send, receive);
            sendParts(PartArguments.PARTS, counts, displacements);
            checkOwnPart("receive", arguments.receive.count, counts[rank]);
        }
        return arguments;
    }

    CollectiveArguments alltoall(final Elements send, final Elements receive) {
        arguments.begin(CollectiveKind.ALLTOALL);
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
        } else {
            sendAndReceive(send, receive);
            checkSame();
        }
        equalPart("receive", arguments.receive.count);
        return arguments;
    }

    CollectiveArguments alltoallv(
        final Elements send, final int[] sendCounts, final int[] sendDisplacements,
        final Elements receive, final int[] receiveCounts, final int[] receiveDisplacements) {
        arguments.begin(CollectiveKind.ALLTOALLV);
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
            receiveParts(PartArguments.RECEIVED, receiveCounts, receiveDisplacements);
            arguments.sendCounts = receiveCounts;
            arguments.sendDisplacements = receiveDisplacements;
            return arguments;
        }
        sendAndReceive(send, receive);
        sendParts(PartArguments.SENT, sendCounts, sendDisplacements);
        receiveParts(PartArguments.RECEIVED, receiveCounts, receiveDisplacements);
        if (sendCounts[rank] != receiveCounts[rank]) {
            throw wrong("sendCounts[" + rank + "]=" + sendCounts[rank] + " must be receiveCounts[" + rank + "]=" + receiveCounts[rank] +
                ": this rank sends that part to itself");
        }
        return arguments;
    }

    CollectiveArguments reduceScatter(final Elements send, final Elements receive, final int[] counts, final ReduceOp op) {
        arguments.begin(CollectiveKind.REDUCE_SCATTER);
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
        } else {
            sendAndReceive(send, receive);
        }
        final long sum = parts.sum(arguments.kind, PartArguments.PARTS, counts);
        if (arguments.send.count != sum) {
            throw wrong(
                "counts have " + sum + " elements together, but " + (arguments.isInPlace ? "receive" : "send") + " has " +
                    arguments.send.count);
        }
        if (arguments.receive.count < counts[rank]) {
            throw wrong("receive has " + arguments.receive.count + " elements, but the part of this rank has " + counts[rank]);
        }
        reduceBy(op, sum);
        arguments.checkUnit(size);
        if (op.group() > 1) {
            for (final int count : counts) {
                reduceBy(op, count);
            }
        }
        arguments.receive.slice(0, counts[rank], arguments.elementLength());
        arguments.receiveCounts = counts;
        return arguments;
    }

    CollectiveArguments reduceScatterBlock(final Elements send, final Elements receive, final ReduceOp op) {
        arguments.begin(CollectiveKind.REDUCE_SCATTER_BLOCK);
        if (send == Elements.IN_PLACE) {
            receiveInPlace(receive);
            arguments.receive.slice(0, equalPart("receive", arguments.receive.count), arguments.elementLength());
        } else {
            sendAndReceive(send, receive);
            checkEqualParts("send", arguments.send.count, "receive", arguments.receive.count);
        }
        reduceBy(op, arguments.receive.count);
        arguments.checkUnit(size);
        return arguments;
    }

    private void begin(final CollectiveKind kind, final int root) {
        arguments.begin(kind);
        if (root < 0 || root >= size) {
            throw wrong("root=" + root + " must be from 0 to " + (size - 1));
        }
        arguments.root = root;
    }

    private void send(final Elements elements) {
        memory.send(arguments.kind, elements, arguments.send);
        arguments.type = elements.type();
    }

    private void receive(final Elements elements) {
        memory.receive(arguments.kind, elements, arguments.receive);
        arguments.type = elements.type();
    }

    private void sendAndReceive(final Elements send, final Elements receive) {
        send(send);
        receive(receive);
        ElementsMemory.checkPair(arguments.kind, send, arguments.send, receive, arguments.receive);
    }

    private void receiveInPlace(final Elements receive) {
        receive(receive);
        arguments.send.set(arguments.receive);
        arguments.isInPlace = true;
    }

    private void sendParts(final PartArguments names, final int[] counts, final int[] displacements) {
        parts.check(arguments.kind, names, counts, displacements, arguments.send.count);
        arguments.sendCounts = counts;
        arguments.sendDisplacements = displacements;
    }

    private void receiveParts(final PartArguments names, final int[] counts, final int[] displacements) {
        parts.check(arguments.kind, names, counts, displacements, arguments.receive.count);
        parts.checkApart(arguments.kind, counts, displacements);
        arguments.receiveCounts = counts;
        arguments.receiveDisplacements = displacements;
    }

    /** Returns how many elements a rank has if each has as many. */
    private long equalPart(final String name, final long count) {
        if (count % size != 0) {
            throw wrong(name + " has " + count + " elements, but must have as many for each of " + size + " ranks");
        }
        return count / size;
    }

    private void checkEqualParts(final String all, final long allCount, final String one, final long count) {
        if (allCount % size != 0 || allCount / size != count) {
            throw wrong(all + " has " + allCount + " elements, but must have as many for each of " + size + " ranks as " + one +
                ", which has " + count);
        }
    }

    private void checkOwnPart(final String name, final long elements, final int count) {
        if (elements != count) {
            throw wrong(name + " has " + elements + " elements, but must have counts[" + rank + "]=" + count);
        }
    }

    private void checkSame() {
        if (arguments.send.count != arguments.receive.count) {
            throw wrong(
                "send has " + arguments.send.count + " elements and receive " + arguments.receive.count + ", but must have as many");
        }
    }

    private void reduceBy(final ReduceOp op, final long count) {
        if (op == null) {
            throw new NullPointerException(arguments.kind.call() + ": op=null");
        }
        Reduction.check(op, arguments.type, count);
        arguments.op = op;
    }

    private IllegalArgumentException wrong(final String what) {
        return new IllegalArgumentException(arguments.kind.call() + ": " + what);
    }
}
