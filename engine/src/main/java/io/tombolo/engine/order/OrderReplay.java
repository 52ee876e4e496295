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

import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Gives the calls of a rank the outcomes that {@link OrderRecorder} has recorded, in the order in which the same program calls again.
 * <p>
 * The messages come from other processes, and in the same order from each source. What is missing for the same run is which source a
 * receive takes, and when a test or probe finds something: that comes from here.
 * <p>
 * <b>Threading:</b> the only thread of the rank.
 */
public final class OrderReplay {
    /** Source of a receive that has never matched. */
    public static final int NONE = -1;

    private static final String END = "the record of this rank ends here: in the recorded run, this call did not end";
    private static final int FIRST_CAPACITY = 1024;
    private static final int BYTE_MASK = 0xff;

    private final byte[] order;
    private final OrderReader reader;
    private final BitSet withdrawn = new BitSet();
    private final WindowReplay windows;
    private int[] sources = new int[FIRST_CAPACITY];
    private int position;
    private int receivesFromAny;
    private int namedReceives;
    private long misses;
    private int choice = NONE;
    private long outcomes;

    /**
     * Reads the order of a rank.
     *
     * @param file whose content is the order.
     * @throws IOException              if the file cannot be read.
     * @throws IllegalArgumentException if it holds no order.
     */
    public OrderReplay(final Path file) throws IOException {
        this.order = Files.readAllBytes(file);
        Arrays.fill(sources, NONE);
        this.windows = new WindowReplay(order, new DifferenceFile(file));
        readAhead();
        this.position = 0;
        this.reader = new OrderReader(this::nextByte);
    }

    private int nextByte() {
        return position < order.length ? order[position++] & BYTE_MASK : -1;
    }

    /** Reads what is recorded later than the call that needs it. */
    private void readAhead() {
        final OrderReader ahead = new OrderReader(this::nextByte);
        while (ahead.next()) {
            if (ahead.kind() == OrderKind.MATCHED) {
                match(Math.toIntExact(ahead.number(0)), Math.toIntExact(ahead.number(1)));
            } else if (ahead.kind() == OrderKind.WITHDRAWN) {
                withdrawn.set(Math.toIntExact(ahead.number(0)));
            } else if (ahead.kind() == OrderKind.RESULT) {
                final int length = (int) ahead.number(1);
                windows.know(ahead.number(0), position - length, length);
            }
        }
    }

    private void match(final int receive, final int source) {
        final int before = sources.length;
        if (receive >= before) {
            sources = Arrays.copyOf(sources, Math.max(before << 1, receive + 1));
            Arrays.fill(sources, before, sources.length, NONE);
        }
        sources[receive] = source;
    }

    /**
     * Returns the places of the calls.
     *
     * @return always the same.
     */
    public CallPlaces places() {
        return windows.places();
    }

    /**
     * Returns what the calls of windows follow.
     *
     * @return always the same.
     */
    public WindowReplay windows() {
        return windows;
    }

    /** Looks for what is missing, when the rank leaves. */
    public void finish() {
        windows.finish();
    }

    /**
     * Returns the source from which the next receive from any source takes its message.
     *
     * @return rank of the world, or {@link #NONE} if it never got one.
     */
    public int nextSource() {
        places().count();
        final int receive = receivesFromAny++;
        return receive < sources.length ? sources[receive] : NONE;
    }

    /**
     * Returns whether the next receive from a named source that is started with a request was taken back.
     *
     * @return false if it is started.
     */
    public boolean takeWithdrawn() {
        places().count();
        return withdrawn.get(namedReceives++);
    }

    /**
     * Takes the answer of a call that has only one thing to find.
     *
     * @return whether it finds it, then as soon as it can.
     */
    public boolean takeAnswer() {
        load();
        if (misses > 0) {
            misses--;
            return false;
        }
        takeFound();
        return true;
    }

    /**
     * Returns whether the next call finds nothing.
     *
     * @return true if so; {@link #takeAnswer} takes that.
     */
    public boolean findsNothing() {
        load();
        return misses > 0;
    }

    /**
     * Takes what a call finds that has found something.
     *
     * @return as recorded.
     */
    public int takeFound() {
        load();
        if (misses > 0) {
            throw new IllegalStateException("the program differs from the recorded one: it waits for a message where that one had looked " +
                "for one in vain, at outcome " + outcomes);
        }
        final int found = choice;
        choice = NONE;
        return found;
    }

    private void load() {
        while (misses == 0 && choice == NONE) {
            if (!reader.next()) {
                throw end();
            }
            if (reader.kind() == OrderKind.MISSES) {
                misses = reader.number(0);
                outcomes++;
            } else if (reader.kind() == OrderKind.CHOICE) {
                choice = Math.toIntExact(reader.number(0));
                outcomes++;
            }
        }
    }

    /**
     * Makes the exception for a call that the recorded rank has not completed.
     *
     * @return new exception; the caller throws it.
     */
    public IllegalStateException end() {
        return new IllegalStateException(END);
    }

    /** Makes the exception for a call of a window that the recorded rank has not completed. */
    static IllegalStateException endOf(final String call) {
        return new IllegalStateException(END + " (" + call + ")");
    }
}
