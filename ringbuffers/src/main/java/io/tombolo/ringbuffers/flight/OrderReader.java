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
package io.tombolo.ringbuffers.flight;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the order of a rank ({@link OrderKind}), from its first byte. One thread at a time.
 * <p>
 * The end may lie in the middle of an entry, because the rank was killed while it wrote: such an entry is left out.
 */
public final class OrderReader {
    /** Property that names the file of the order which a process follows; only the command that replays sets it. */
    public static final String FILE_PROPERTY = "tombolo.replay.order";

    private static final String DIFFERENCE_SUFFIX = ".difference";
    private static final int MOST_NUMBERS = 1 << 11;
    private static final int LONGEST_NUMBER = 10;

    private final ByteSource source;
    private final long[] numbers = new long[MOST_NUMBERS];
    private final byte[] bytes = new byte[OrderWriter.MOST_BYTES];
    private OrderKind kind;
    private int count;
    private long nextMatch;
    private long nextResult;
    private final int size;
    private long entries;
    private boolean isAtEnd;

    /** Gives the bytes of the order. */
    @FunctionalInterface
    public interface ByteSource {
        /**
         * Gives the next byte.
         *
         * @return from 0 to 255; negative at the end.
         */
        int next();
    }

    /**
     * Begins at the first entry.
     *
     * @param source of the bytes, from the start of the order.
     * @throws IllegalArgumentException if that is no order, or one of another version.
     */
    public OrderReader(final ByteSource source) {
        this.source = source;
        final boolean hasStart = next();
        if (hasStart && (kind != OrderKind.START || numbers[0] < OrderWriter.FIRST_VERSION || numbers[0] > OrderWriter.VERSION)) {
            throw new IllegalArgumentException(kind != OrderKind.START ? "this is no order of calls" :
                "the order of calls has version " + numbers[0] + ", and this program reads version " + OrderWriter.VERSION);
        }
        this.size = hasStart ? (int) numbers[1] : 0;
    }

    /**
     * Returns the file to which a process that follows an order writes how it differs, one line; there is none if it does not.
     *
     * @param order file of the order.
     * @return file beside it.
     */
    public static Path differenceFile(final Path order) {
        return order.resolveSibling(order.getFileName() + DIFFERENCE_SUFFIX);
    }

    /**
     * Returns the size of the job.
     *
     * @return ranks; 0 if the order is empty.
     */
    public int size() {
        return size;
    }

    /**
     * Goes to the next entry.
     *
     * @return false at the end.
     * @throws IllegalArgumentException if the bytes are no entry.
     */
    public boolean next() {
        final int first = isAtEnd ? -1 : source.next();
        if (first < 0) {
            isAtEnd = true;
            return false;
        }
        count = 0;
        long value = first >> OrderWriter.KIND_BITS;
        if (value == OrderWriter.LONG_VALUE && read()) {
            value += numbers[--count];
        }
        switch (first & (1 << OrderWriter.KIND_BITS) - 1) {
            case OrderWriter.NEXT_MATCH -> match(nextMatch, value);
            case OrderWriter.OTHER_MATCH -> {
                if (read()) {
                    match(nextMatch + zigzag(numbers[--count]), value);
                }
            }
            case OrderWriter.CHOICE -> {
                kind = OrderKind.CHOICE;
                numbers[count++] = value;
            }
            default -> readOther(value);
        }
        entries++;
        return !isAtEnd;
    }

    private void match(final long position, final long from) {
        kind = OrderKind.MATCHED;
        numbers[count++] = position;
        numbers[count++] = from;
        nextMatch = position + 1;
    }

    private void readOther(final long code) {
        kind = OrderKind.of(code);
        if (kind == null && !isAtEnd) {
            throw damage("kind " + code);
        }
        for (int i = 0; !isAtEnd && i < kind.numbers(); i++) {
            read();
        }
        if (!isAtEnd && kind.isList()) {
            final long more = numbers[count - 1];
            if (more < 0 || more > MOST_NUMBERS - count) {
                throw damage("a list of " + more);
            }
            for (long i = 0; !isAtEnd && i < more; i++) {
                read();
            }
        } else if (!isAtEnd && kind.hasBytes()) {
            readBytes(numbers[count - 1]);
        }
    }

    private void readBytes(final long length) {
        if (length < 0 || length > bytes.length) {
            throw damage(length + " bytes");
        }
        for (int i = 0; !isAtEnd && i < length; i++) {
            final int next = source.next();
            isAtEnd = next < 0;
            bytes[i] = (byte) next;
        }
        if (kind == OrderKind.RESULT) {
            numbers[0] = nextResult + zigzag(numbers[0]);
            nextResult = numbers[0] + length;
        }
    }

    private boolean read() {
        long value = 0;
        for (int i = 0; i < LONGEST_NUMBER; i++) {
            final int next = source.next();
            if (next < 0) {
                isAtEnd = true;
                return false;
            }
            value |= (long) (next & OrderWriter.MORE - 1) << i * OrderWriter.NUMBER_BITS;
            if ((next & OrderWriter.MORE) == 0) {
                numbers[count++] = value;
                return true;
            }
        }
        throw damage("a number of more than " + LONGEST_NUMBER + " bytes");
    }

    private IllegalArgumentException damage(final String what) {
        return new IllegalArgumentException("the order of calls is damaged at entry " + entries + ": " + what);
    }

    /**
     * Returns the kind of the entry.
     *
     * @return never null after {@link #next} has returned true.
     */
    public OrderKind kind() {
        return kind;
    }

    /**
     * Returns a number of the entry. Colour and key of {@link OrderKind#GROUP} and the target of {@link OrderKind#CALLED} are decoded by
     * {@link #signed}. The first number of {@link OrderKind#RESULT} is the position of the first byte among all results.
     *
     * @param index as {@link OrderKind} lists them, from 0.
     * @return the number.
     */
    public long number(final int index) {
        return numbers[index];
    }

    /**
     * Returns a number of the entry that may be negative.
     *
     * @param index as for {@link #number}.
     * @return the number.
     */
    public long signed(final int index) {
        return zigzag(numbers[index]);
    }

    /**
     * Returns the ranks of an entry that has a list of them.
     *
     * @return new array.
     */
    public int[] ranks() {
        return Arrays.stream(numbers, kind.numbers(), count).mapToInt(Math::toIntExact).toArray();
    }

    /**
     * Returns the list of an entry that has one of other numbers than ranks.
     *
     * @return new array.
     */
    public long[] list() {
        return Arrays.copyOfRange(numbers, kind.numbers(), count);
    }

    /**
     * Returns the bytes of an entry that has some; the last number says how many.
     *
     * @return array that holds them from its start; valid until the next entry.
     */
    public byte[] bytes() {
        return bytes;
    }

    private static long zigzag(final long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
