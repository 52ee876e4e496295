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
package io.tombolo.engine.order;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderReader;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * Gives the calls of windows the outcomes that {@link WindowRecorder} has recorded, and compares the calls with the record. The windows of
 * a replay send and receive nothing.
 * <p>
 * A change that other ranks have made in the memory of this rank is there as soon as its place is reached, or at the next call of a window.
 * <p>
 * <b>Threading:</b> the only thread of the rank.
 */
public final class WindowReplay implements WindowOrder {
    private static final String DIFFERS = "the program differs from the recorded one at its ";
    private static final int BYTE_MASK = 0xff;
    private static final int LENGTH_BITS = 13;
    private static final long NONE = -1;

    private final byte[] order;
    private final CallPlaces places = new CallPlaces(this::changeDue);
    private final DifferenceFile differences;
    private final OrderReader reader;
    private final Int2ObjectHashMap<WindowMemory> memories = new Int2ObjectHashMap<>();
    // By position of the result: place of its bytes in the order, and their number in the lowest bits.
    private final Long2LongHashMap results = new Long2LongHashMap(NONE);
    private int position;
    private boolean isHeadRead;
    private long changePlace;
    private long calls;
    private long resultsTaken;

    /**
     * A window that is made in a replay.
     *
     * @param id      number of the window.
     * @param lengths of its parts in bytes, by member.
     */
    public record Made(int id, long... lengths) {
    }

    WindowReplay(final byte[] order, final DifferenceFile differences) {
        this.order = order;
        this.differences = differences;
        this.reader = new OrderReader(() -> position < order.length ? order[position++] & BYTE_MASK : -1);
    }

    CallPlaces places() {
        return places;
    }

    /** Keeps where a result is, which is recorded later than the call that needs it. */
    void know(final long result, final int at, final int length) {
        results.put(result, (long) at << LENGTH_BITS | length);
    }

    /** Returns the kind of the next entry of a window, which stays the next; null at the end. */
    private OrderKind head() {
        while (!isHeadRead && reader.next()) {
            isHeadRead = switch (reader.kind()) {
                case WINDOW, CALLED, ACCESS, RETURNED, CHANGED -> true;
                default -> false;
            };
            if (isHeadRead && reader.kind() == OrderKind.CHANGED) {
                changePlace += reader.number(0);
            }
        }
        return isHeadRead ? reader.kind() : null;
    }

    private void changeDue() {
        change(places.begun());
    }

    private void change(final long until) {
        while (head() == OrderKind.CHANGED && changePlace <= until) {
            final WindowMemory memory = memories.get((int) reader.number(1));
            if (memory != null) {
                if (!memory.contains(reader.number(2), reader.number(3))) {
                    throw new IllegalStateException("the order of calls is damaged: a change lies outside of its window");
                }
                memory.copyIn(reader.number(2), reader.bytes(), Bytes.BYTES_OFFSET, reader.number(3));
            }
            isHeadRead = false;
        }
        places.await(head() == OrderKind.CHANGED ? changePlace : Long.MAX_VALUE);
    }

    /**
     * Makes a window.
     *
     * @param memory of this rank in it.
     * @param member number of this rank in it.
     * @param length of the memory, in bytes.
     * @return what was made.
     * @throws IllegalStateException if none was made here in the recorded run, or one of another length.
     */
    public Made make(final WindowMemory memory, final int member, final long length) {
        final WindowEntry now = new WindowEntry(OrderKind.WINDOW, length);
        final WindowEntry recorded = next(now);
        final long[] lengths = recorded.kind() == OrderKind.WINDOW ? recorded.numbers() : new long[0];
        if (member >= lengths.length || lengths[member] != length) {
            throw differ(recorded, now);
        }
        final int id = (int) reader.number(0);
        isHeadRead = false;
        memories.put(id, memory);
        awaitReturn(now);
        return new Made(id, lengths);
    }

    /**
     * Reports a call that is never in a record which can be followed.
     *
     * @param now describes the call.
     * @return new exception; the caller throws it.
     */
    public IllegalStateException notRecorded(final String now) {
        final String difference = "window call " + (calls + 1) + ": recorded: another call; now: " + now;
        differences.write(difference);
        return new IllegalStateException(DIFFERS + difference);
    }

    /**
     * Forgets the memory of a window.
     *
     * @param window number of the window.
     */
    public void close(final int window) {
        memories.remove(window);
    }

    /** Returns the next call of the record, after the changes before it. */
    private WindowEntry next(final WindowEntry now) {
        calls++;
        change(Long.MAX_VALUE);
        if (head() == null) {
            throw OrderReplay.endOf(describe(now));
        }
        return WindowEntry.of(reader);
    }

    /** Compares a call with that of the record, which may differ in its operands only. */
    private void compare(final WindowEntry now) {
        final WindowEntry recorded = next(now);
        if (!recorded.isLike(now)) {
            throw differ(recorded, now);
        }
        if (!recorded.isSame(now)) {
            differences.write(difference(recorded, now.describe()));
        }
        isHeadRead = false;
    }

    private IllegalStateException differ(final WindowEntry recorded, final WindowEntry now) {
        final String difference = difference(recorded, now.describe());
        differences.write(difference);
        return new IllegalStateException(DIFFERS + difference);
    }

    private void awaitReturn(final WindowEntry now) {
        change(Long.MAX_VALUE);
        if (head() != OrderKind.RETURNED) {
            throw OrderReplay.endOf(describe(now));
        }
        isHeadRead = false;
        changeDue();
    }

    @Override
    public void begin(final int window, final WindowCall call, final int target, final int members) {
        final WindowEntry now = WindowEntry.called(window, call, target, members);
        compare(now);
        awaitReturn(now);
    }

    @Override
    public void end() {
        // The record says so.
    }

    @Override
    public void access(
        final int window, final WindowCall call, final int target, final long displacement, final long length, final ElementType type,
        final AccumulateOp op, final int checksum) {
        compare(WindowEntry.access(window, call, target, displacement, length, type, op, checksum));
        changeDue();
    }

    /**
     * Takes the result of the last access.
     *
     * @param length bytes.
     * @return the result; null if it never came.
     */
    public byte[] takeResult(final long length) {
        final long first = resultsTaken;
        resultsTaken += length;
        final byte[] result = new byte[Math.toIntExact(length)];
        int done = 0;
        while (done < length) {
            final long piece = results.get(first + done);
            if (piece == NONE) {
                return null;
            }
            final int bytes = (int) piece & (1 << LENGTH_BITS) - 1;
            System.arraycopy(order, (int) (piece >>> LENGTH_BITS), result, done, bytes);
            done += bytes;
        }
        return result;
    }

    /**
     * Takes the end of the last access, which has no result, but tells when it has ended.
     *
     * @return false if it has not.
     */
    public boolean takeEnd() {
        return results.get(resultsTaken++) != NONE;
    }

    /** Looks for calls of the record that the program has not made, when it has ended. */
    void finish() {
        while (head() == OrderKind.CHANGED || head() == OrderKind.RETURNED) {
            isHeadRead = false;
        }
        if (head() != null) {
            calls++;
            differences.write(difference(WindowEntry.of(reader), "the rank has ended"));
        }
    }

    private String difference(final WindowEntry recorded, final String now) {
        return "window call " + calls + ": recorded: " + recorded.describe() + "; now: " + now;
    }

    private String describe(final WindowEntry now) {
        return "window call " + calls + ", " + now.describe();
    }
}
