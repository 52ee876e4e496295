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
package io.tombolo.tools.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Splits one output stream of a rank into lines and passes them to a consumer. A thread of its own runs it until the stream ends.
 * <p>
 * A last line without newline is passed on at the end of the stream. A line of more than {@link #MAX_LINE} bytes is passed on in pieces
 * of that length, so that memory stays bounded.
 */
final class RankOutput implements Runnable {
    /** Length of the longest line that stays whole, in bytes. */
    static final int MAX_LINE = 1 << 20;
    private static final int INITIAL_CAPACITY = 16 * 1024;

    private final IntSupplier rank;
    private final InputStream stream;
    private final LineConsumer consumer;
    private final Runnable onRefused;
    private final Runnable onEnd;
    private byte[] buffer = new byte[INITIAL_CAPACITY];
    private int filled;
    private boolean refused;
    private volatile boolean delivering;
    private volatile boolean ended;

    /**
     * Prepares to read a stream.
     *
     * @param rank      tells the rank that writes the stream; a spare process becomes one later
     * @param stream    read to its end, then closed
     * @param consumer  gets the lines
     * @param onRefused called once by the output thread if the consumer throws; the rest of the stream is read and dropped
     * @param onEnd     called once by the output thread, at its end
     */
    RankOutput(
        final IntSupplier rank, final InputStream stream, final LineConsumer consumer, final Runnable onRefused, final Runnable onEnd) {
        this.rank = rank;
        this.stream = stream;
        this.consumer = consumer;
        this.onRefused = onRefused;
        this.onEnd = onEnd;
    }

    /**
     * Whether the consumer is taking lines now. It may block for as long as its reader does not read.
     */
    boolean isDelivering() {
        return delivering;
    }

    /** Whether the stream has ended and all of its lines have been passed on. */
    boolean hasEnded() {
        return ended;
    }

    @Override
    public void run() {
        try (stream) {
            for (int count = read(); count >= 0; count = read()) {
                deliver(count, false);
            }
        } catch (final IOException expected) {
            // Another thread has closed the stream: the rank has ended, or the launch no longer waits for processes that it left behind.
        } finally {
            deliver(0, true);
            ended = true;
            onEnd.run();
        }
    }

    private int read() throws IOException {
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(MAX_LINE, buffer.length * 2));
        }
        return stream.read(buffer, filled, buffer.length - filled);
    }

    private void deliver(final int count, final boolean last) {
        delivering = true;
        try {
            final int start = lines(filled, filled + count, last);
            consumer.flush();
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
        } catch (final IOException ex) {
            filled = 0;
            if (!refused) {
                refused = true;
                onRefused.run();
            }
        } finally {
            delivering = false;
        }
    }

    /** Passes complete lines on and returns where the rest starts. Bytes before {@code from} contain no newline. */
    private int lines(final int from, final int to, final boolean last) throws IOException {
        int start = 0;
        filled = to;
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                line(start, i);
                start = i + 1;
            }
        }
        if (start < to && (last || to - start == MAX_LINE)) {
            line(start, to);
            start = to;
        }
        return start;
    }

    private void line(final int start, final int end) throws IOException {
        if (!refused) {
            consumer.line(rank.getAsInt(), buffer, start, end - start);
        }
    }
}
