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
package io.tombolo.jmh.bench.process;

import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;

/**
 * The elements of a collective operation at one rank: writes what is sent and checks what is received. They are small whole numbers, so
 * that a sum has the same bits in any order.
 * <p>
 * An element tells the rank that sends it and the block. The first element of each cache line also tells the call, so that a call changes
 * every line, and nobody finds in its cache what it has read in the last call.
 */
final class CollectiveData {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int IN_LINE = 64 / Double.BYTES;
    private static final int BLOCK_STEP = 32;
    private static final int CALL_STEP = 1024;
    private static final int CALLS = 1024;
    private static final double NOTHING = -1;

    private final CollectiveKind kind;
    private final int rank;
    private final int ranks;
    private final int count;
    private final MutableDirectBuffer send;
    private final MutableDirectBuffer receive;

    /** Makes the elements of a rank and writes both buffers once; {@code count} is that of a block. */
    CollectiveData(
        final CollectiveSetup setup,
        final int rank,
        final int count,
        final MutableDirectBuffer send,
        final MutableDirectBuffer receive) {
        kind = setup.kind();
        ranks = setup.ranks();
        this.rank = rank;
        this.count = count;
        this.send = send;
        this.receive = receive;
        for (int i = 0; i < kind.blocksSent(ranks) * count; i++) {
            send.putDouble(i * Double.BYTES, sent(rank, i, 0), ORDER);
        }
        for (int i = 0; i < kind.blocksReceived(ranks) * count; i++) {
            receive.putDouble(i * Double.BYTES, NOTHING, ORDER);
        }
    }

    /** Changes each cache line that this rank sends in a call. */
    void change(final long call) {
        final int elements = kind.blocksSent(ranks) * count;
        int block = 0;
        for (int i = 0; i < elements; i += IN_LINE) {
            while (i >= (block + 1) * count) {
                block++;
            }
            send.putDouble(i * Double.BYTES, changed(unchanged(rank, block), call), ORDER);
        }
    }

    /** Returns an element in the send buffer of a rank. */
    private double sent(final int from, final int index, final long call) {
        final int unchanged = unchanged(from, index / count);
        return index % IN_LINE == 0 ? changed(unchanged, call) : unchanged;
    }

    private static int unchanged(final int from, final int block) {
        return 1 + from + BLOCK_STEP * block;
    }

    private static double changed(final int unchanged, final long call) {
        return unchanged + CALL_STEP * (call % CALLS);
    }

    /**
     * Checks what this rank has received last.
     *
     * @param call number of the last call in which this rank received.
     * @param root its root.
     * @throws IllegalStateException if an element is wrong.
     */
    void verify(final long call, final int root) {
        for (int i = 0; i < kind.blocksReceived(ranks) * count; i++) {
            final double expected = expected(i, call, root);
            final double received = receive.getDouble(i * Double.BYTES, ORDER);
            if (received != expected) {
                throw new IllegalStateException("operation=" + kind.label() + " call=" + call + " root=" + root + " element=" + i +
                    " received=" + received + " expected=" + expected);
            }
        }
    }

    private double expected(final int index, final long call, final int root) {
        return switch (kind) {
            case BARRIER -> throw new IllegalStateException("a barrier has no elements");
            case BCAST -> sent(root, index, call);
            case SCATTER -> sent(root, rank * count + index, call);
            case GATHER, ALLGATHER -> sent(index / count, index % count, call);
            case ALLTOALL -> sent(index / count, rank * count + index % count, call);
            case REDUCE, ALLREDUCE -> sum(ranks, index, call);
            case REDUCE_SCATTER_BLOCK -> sum(ranks, rank * count + index, call);
            case SCAN -> sum(rank + 1, index, call);
        };
    }

    private double sum(final int first, final int index, final long call) {
        double sum = 0;
        for (int from = 0; from < first; from++) {
            sum += sent(from, index, call);
        }
        return sum;
    }
}
