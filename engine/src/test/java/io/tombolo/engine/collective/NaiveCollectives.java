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
package io.tombolo.engine.collective;

import java.util.Arrays;

/** Computes what a collective operation has to put into the receive elements of each rank, in the plainest way. */
final class NaiveCollectives {
    private final CollectiveCase call;
    private final byte[][] sent;
    private final byte[][] before;
    private final byte[][] after;

    private NaiveCollectives(final CollectiveCase call, final byte[][] sent, final byte[][] before) {
        this.call = call;
        this.sent = sent;
        this.before = before;
        this.after = new byte[call.size][];
    }

    /**
     * Computes the contents of the receive elements after the operation.
     *
     * @param sent   contents of the send elements of each rank; null where a rank passes none.
     * @param before contents of the receive elements of each rank before the operation; null where a rank passes none.
     * @return contents for each rank; null where a rank passes no receive elements.
     */
    static byte[][] received(final CollectiveCase call, final byte[][] sent, final byte[][] before) {
        final NaiveCollectives model = new NaiveCollectives(call, sent, before);
        for (int rank = 0; rank < call.size; rank++) {
            model.after[rank] = before[rank] == null ? null : before[rank].clone();
        }
        if (call.operation.isReduction()) {
            model.reduce();
        } else {
            model.move();
        }
        return model.after;
    }

    private void move() {
        for (int from = 0; from < call.size; from++) {
            for (int to = 0; to < call.size; to++) {
                if (after[to] != null) {
                    final boolean isInPlace = call.isInPlace[from] && !call.operation.isScatter();
                    final int place = !isInPlace ? call.sendPlaces[from][to] :
                        call.receivePlaces[from][call.operation.isAlltoall() ? to : from];
                    copy(isInPlace ? before[from] : sent[from], place, to, call.receivePlaces[to][from], call.counts[from][to]);
                }
            }
        }
    }

    private void copy(final byte[] source, final int place, final int to, final int target, final int count) {
        if (count > 0) {
            final int length = call.kind.length;
            System.arraycopy(source, place * length, after[to], target * length, count * length);
        }
    }

    private void reduce() {
        final int last = call.size - 1;
        byte[] lower = null;
        for (int rank = 0; rank <= last; rank++) {
            if (call.operation == GroupOperation.EXSCAN && lower != null) {
                put(rank, lower, 0);
            }
            final byte[] input = call.isInPlace[rank] ? before[rank] : sent[rank];
            if (lower == null) {
                lower = input.clone();
            } else {
                NaiveReduction.combine(call.op, call.kind, lower, input);
            }
            if (call.operation == GroupOperation.SCAN) {
                put(rank, lower, 0);
            }
        }
        int place = 0;
        for (int rank = 0; rank <= last; rank++) {
            switch (call.operation) {
                case SCAN, EXSCAN -> { }
                case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
                    put(rank, lower, place);
                    place += call.counts[0][rank] * call.kind.length;
                }
                default -> put(rank, lower, 0);
            }
        }
    }

    private void put(final int rank, final byte[] result, final int place) {
        if (after[rank] != null) {
            final byte[] part = Arrays.copyOfRange(result, place, place + call.definedLength(rank) * call.kind.length);
            System.arraycopy(part, 0, after[rank], 0, part.length);
        }
    }
}
