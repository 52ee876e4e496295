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

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class CollectiveDataTest {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int RANKS = 3;
    private static final int COUNT = 11;
    private static final int CALL = 1030;
    private static final int ROOT = 1;

    private final MutableDirectBuffer[] send = buffers();
    private final MutableDirectBuffer[] receive = buffers();

    private static MutableDirectBuffer[] buffers() {
        return Arrays.stream(new int[RANKS]).mapToObj(any -> new UnsafeBuffer(new byte[RANKS * COUNT * Double.BYTES]))
            .toArray(MutableDirectBuffer[]::new);
    }

    private static double get(final MutableDirectBuffer buffer, final int index) {
        return buffer.getDouble(index * Double.BYTES, ORDER);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "BARRIER")
    void shouldAcceptResultsAndRefuseWrongElements(final CollectiveKind kind) {
        final CollectiveData[] data = new CollectiveData[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            data[rank] = new CollectiveData(new CollectiveSetup(kind, RANKS), rank, COUNT, send[rank], receive[rank]);
            data[rank].change(CALL - 1);
            data[rank].change(CALL);
        }
        for (int rank = 0; rank < RANKS; rank++) {
            if (kind.receives(rank, ROOT)) {
                receive(kind, rank);
                final CollectiveData own = data[rank];
                final MutableDirectBuffer received = receive[rank];
                assertThatCode(() -> own.verify(CALL, ROOT)).doesNotThrowAnyException();
                assertThatThrownBy(() -> own.verify(CALL - 1, ROOT)).hasMessageContaining("element=");
                final int last = (kind.blocksReceived(RANKS) * COUNT - 1) * Double.BYTES;
                received.putDouble(last, received.getDouble(last, ORDER) + 1, ORDER);
                assertThatThrownBy(() -> own.verify(CALL, ROOT)).hasMessageContaining("operation=" + kind.label() + " call=" + CALL);
            }
        }
    }

    /** Writes what a rank receives, by the definition of the operation. */
    private void receive(final CollectiveKind kind, final int rank) {
        for (int i = 0; i < COUNT; i++) {
            for (int from = 0; from < RANKS; from++) {
                switch (kind) {
                    case BCAST -> put(rank, 0, i, get(send[ROOT], i));
                    case SCATTER -> put(rank, 0, i, get(send[ROOT], rank * COUNT + i));
                    case GATHER, ALLGATHER -> put(rank, from, i, get(send[from], i));
                    case ALLTOALL -> put(rank, from, i, get(send[from], rank * COUNT + i));
                    case REDUCE, ALLREDUCE -> put(rank, 0, i, sum(RANKS, i));
                    case REDUCE_SCATTER_BLOCK -> put(rank, 0, i, sum(RANKS, rank * COUNT + i));
                    case SCAN -> put(rank, 0, i, sum(rank + 1, i));
                    default -> throw new IllegalArgumentException("kind=" + kind);
                }
            }
        }
    }

    private double sum(final int ranks, final int index) {
        return Arrays.stream(send).limit(ranks).mapToDouble(buffer -> get(buffer, index)).sum();
    }

    private void put(final int rank, final int block, final int index, final double value) {
        receive[rank].putDouble((block * COUNT + index) * Double.BYTES, value, ORDER);
    }
}
