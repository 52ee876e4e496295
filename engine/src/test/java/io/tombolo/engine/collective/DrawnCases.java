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

import io.tombolo.engine.api.collective.ReduceOp;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Draws collective calls. Lengths are often near those at which the engine changes the way of the data. */
final class DrawnCases {
    private static final int MOST_BYTES = 300_000;
    private static final GroupOperation[] OPERATIONS = GroupOperation.values();
    private static final ElementKind[] KINDS = ElementKind.values();

    private final Random random;
    private final int size;
    private CollectiveCase drawn;

    private DrawnCases(final Random random, final int size) {
        this.random = random;
        this.size = size;
    }

    /** Draws a call of a group. */
    static CollectiveCase draw(final Random random, final int size) {
        return new DrawnCases(random, size).draw();
    }

    private CollectiveCase draw() {
        final GroupOperation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
        final ElementKind kind = KINDS[random.nextInt(KINDS.length)];
        final List<ReduceOp> ops = ReductionFunctions.of(kind);
        final ReduceOp op = operation.isReduction() ? ops.get(random.nextInt(ops.size())) : null;
        drawn = new CollectiveCase(operation, size, kind, random.nextInt(size), op);
        chooseInPlace();
        final int count = drawnCount(op == null ? 1 : op.group());
        if (operation == GroupOperation.BARRIER) {
            Arrays.fill(drawn.sendLengths, CollectiveCase.NONE);
            Arrays.fill(drawn.receiveLengths, CollectiveCase.NONE);
        } else if (operation.isReduction()) {
            shapeReduction(count, op.group());
        } else {
            shapeParts(count);
            for (int rank = 0; rank < size; rank++) {
                drawn.isPacked[rank] = !operation.hasCounts() || random.nextBoolean();
                drawn.sendLengths[rank] = sendLength(rank);
                drawn.receiveLengths[rank] = receiveLength(rank);
            }
        }
        return drawn;
    }

    private void chooseInPlace() {
        final GroupOperation operation = drawn.operation;
        final boolean isChosen = operation != GroupOperation.BARRIER && operation != GroupOperation.BCAST && random.nextInt(4) == 0;
        for (int rank = 0; isChosen && rank < size; rank++) {
            if (operation == GroupOperation.SCAN || operation == GroupOperation.EXSCAN) {
                drawn.isInPlace[rank] = random.nextBoolean();
            } else {
                drawn.isInPlace[rank] = rank == drawn.root || !operation.isInPlaceAtRoot();
            }
        }
    }

    /** A number of elements: of one part, or of all parts together. */
    private int drawnCount(final int group) {
        final int elements = drawnBytes() / drawn.kind.length;
        final boolean isOfAll = drawn.operation != GroupOperation.BCAST && !drawn.operation.isReduction() ||
            drawn.operation.isReduceScatter();
        final int count = isOfAll && (elements > 1000 || random.nextBoolean()) ? elements / size : elements;
        return (count + random.nextInt(group)) / group * group;
    }

    private int drawnBytes() {
        final int length = drawn.kind.length;
        return switch (random.nextInt(16)) {
            case 0 -> 0;
            case 1 -> length;
            case 2 -> 2 * length;
            case 3, 4 -> (1 + 2 * random.nextInt(8)) * length;
            case 5, 6, 7 -> 32 + random.nextInt(33);
            case 8 -> random.nextInt(4096);
            case 9, 10 -> 4096 + near(10 * length);
            case 11 -> random.nextInt(32 << 10);
            case 12 -> (8 << 10) + near(10 * length);
            case 13 -> (16 << 10) + near(10 * length);
            case 14 -> (64 << 10) + near(10 * length);
            default -> random.nextInt(MOST_BYTES);
        };
    }

    private int near(final int distance) {
        return random.nextInt(2 * distance + 1) - distance;
    }

    private void shapeReduction(final int count, final int group) {
        final GroupOperation operation = drawn.operation;
        final int[] parts = new int[size];
        for (int rank = 0; rank < size; rank++) {
            parts[rank] = operation == GroupOperation.REDUCE_SCATTER ? unequal(count / group) * group : count;
        }
        final int all = operation.isReduceScatter() ? Arrays.stream(parts).sum() : count;
        for (int rank = 0; rank < size; rank++) {
            System.arraycopy(parts, 0, drawn.counts[rank], 0, size);
            final boolean isInPlace = drawn.isInPlace[rank];
            drawn.sendLengths[rank] = isInPlace ? CollectiveCase.NONE : all;
            drawn.receiveLengths[rank] = operation == GroupOperation.REDUCE && rank != drawn.root ? CollectiveCase.NONE :
                isInPlace || !operation.isReduceScatter() ? all : parts[rank];
        }
    }

    /** A number from 0 to twice the mean; often 0. */
    private int unequal(final int mean) {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(2 * mean + 1);
    }

    private void shapeParts(final int count) {
        final GroupOperation operation = drawn.operation;
        for (int from = 0; from < size; from++) {
            final int ofRank = operation.hasCounts() ? unequal(count) : count;
            for (int to = 0; to < size; to++) {
                drawn.counts[from][to] = switch (operation) {
                    case BCAST -> from == drawn.root && to != drawn.root ? count : 0;
                    case GATHER, GATHERV -> to == drawn.root ? ofRank : 0;
                    case SCATTER -> from == drawn.root ? count : 0;
                    case SCATTERV -> from == drawn.root ? unequal(count) : 0;
                    case ALLGATHERV -> ofRank;
                    // Two ranks replace each other's parts in place: both have the same length.
                    case ALLTOALLV -> drawn.isInPlace[from] && to < from ? drawn.counts[to][from] : unequal(count);
                    default -> count;
                };
            }
        }
        if (operation == GroupOperation.BCAST && size == 1) {
            drawn.counts[0][0] = count;
        }
    }

    private int sendLength(final int rank) {
        final GroupOperation operation = drawn.operation;
        if (operation.isScatter() && rank == drawn.root || operation.isAlltoall() && !drawn.isInPlace[rank]) {
            return place(drawn.counts[rank], drawn.sendPlaces[rank], drawn.isPacked[rank]);
        }
        if (drawn.isInPlace[rank] || operation.isScatter() || operation == GroupOperation.BCAST && rank != drawn.root) {
            return CollectiveCase.NONE;
        }
        return Arrays.stream(drawn.counts[rank]).max().getAsInt();
    }

    private int receiveLength(final int rank) {
        final GroupOperation operation = drawn.operation;
        if (operation.isGather() && rank == drawn.root || operation.isAllgather() || operation.isAlltoall()) {
            return place(drawn.column(rank), drawn.receivePlaces[rank], drawn.isPacked[rank]);
        }
        final boolean isRoot = rank == drawn.root;
        if (operation.isGather() || operation == GroupOperation.BCAST && isRoot || operation.isScatter() && drawn.isInPlace[rank]) {
            return CollectiveCase.NONE;
        }
        return drawn.counts[drawn.root][rank];
    }

    /** Chooses places for parts; without gaps in the order of the ranks if they are packed. Returns the length of all. */
    private int place(final int[] lengths, final int[] places, final boolean isPacked) {
        int next = 0;
        final int turn = isPacked ? 0 : random.nextInt(size);
        final int step = isPacked || random.nextBoolean() ? 1 : size - 1;
        for (int i = 0; i < size; i++) {
            final int rank = (turn + i * step) % size;
            next += isPacked ? 0 : random.nextInt(4);
            places[rank] = next;
            next += lengths[rank];
        }
        return next + (isPacked || random.nextBoolean() ? 0 : random.nextInt(9));
    }
}
