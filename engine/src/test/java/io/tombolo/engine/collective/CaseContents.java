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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** The contents of the memory of all ranks for a {@link CollectiveCase}: drawn before the operation, and computed after it. */
final class CaseContents {
    private static final double[] SPECIAL = {
        0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1e38, 1.0};

    private static final double[] SCALES = {1, 1e-9, 1e9, 1e3, 1e-3, 1e7, 1e-7};

    final CollectiveCase call;
    /** Contents of the send elements; null where a rank passes none. */
    final byte[][] sent;
    /** Contents of the receive elements before the operation; null where a rank passes none. */
    final byte[][] before;
    /** Contents of the receive elements after the operation. */
    final byte[][] after;

    CaseContents(final CollectiveCase call, final Random random) {
        this.call = call;
        this.sent = new byte[call.size][];
        this.before = new byte[call.size][];
        final int style = random.nextInt(3);
        for (int rank = 0; rank < call.size; rank++) {
            sent[rank] = contents(call.sendLengths[rank], style, random);
            before[rank] = contents(call.receiveLengths[rank], style, random);
        }
        after = NaiveCollectives.received(call, sent, before);
    }

    private byte[] contents(final int count, final int style, final Random random) {
        if (count == CollectiveCase.NONE) {
            return null;
        }
        final byte[] contents = new byte[count * call.kind.length];
        if (!call.operation.isReduction() || style == 0 && !call.kind.isFloating() && call.op.group() != 2) {
            random.nextBytes(contents);
            return contents;
        }
        final ByteBuffer memory = ByteBuffer.wrap(contents).order(ByteOrder.nativeOrder());
        int state = random.nextInt();
        for (int i = 0; i < count; i++) {
            state = state * 1_664_525 + 1_013_904_223;
            final int value = state >>> 8;
            call.kind.put(memory, i, call.kind.isFloating() ? call.kind.ofDouble(floating(style, value)) : value % 3 - 1);
        }
        return contents;
    }

    /** Small numbers, so that there are equal ones; numbers whose sums depend on the order; or special numbers. */
    private double floating(final int style, final int value) {
        final boolean isPair = call.op == ReduceOp.MIN_LOCATION || call.op == ReduceOp.MAX_LOCATION;
        return switch (isPair ? 0 : style) {
            case 0 -> value % 3 - 1;
            case 1 -> (value % 2001 - 1000) * SCALES[value % SCALES.length] / 3;
            default -> SPECIAL[value % SPECIAL.length];
        };
    }

    /** Says where the receive elements of a rank differ from the expected ones; null if they do not. NaNs are all the same. */
    String difference(final int rank, final byte[] actual) {
        final ByteBuffer found = ByteBuffer.wrap(actual).order(ByteOrder.nativeOrder());
        final ByteBuffer expected = ByteBuffer.wrap(after[rank]).order(ByteOrder.nativeOrder());
        final int bytes = call.definedLength(rank) * call.kind.length;
        if (expected.slice(0, bytes).equals(found.slice(0, bytes))) {
            return null;
        }
        for (int i = 0; i < call.definedLength(rank); i++) {
            final long right = call.kind.get(expected, i);
            final long wrong = call.kind.get(found, i);
            final boolean areNumbers = call.op != null && call.kind.isFloating();
            if (right != wrong && !(areNumbers && Double.isNaN(call.kind.toDouble(right)) && Double.isNaN(call.kind.toDouble(wrong)))) {
                return "element " + i + " of " + call.receiveLengths[rank] + " is " + Long.toHexString(wrong) + " and not " +
                    Long.toHexString(right) + ", it was " +
                    Long.toHexString(call.kind.get(ByteBuffer.wrap(before[rank]).order(ByteOrder.nativeOrder()), i));
            }
        }
        return null;
    }
}
