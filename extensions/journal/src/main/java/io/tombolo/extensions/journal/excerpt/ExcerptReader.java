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
package io.tombolo.extensions.journal.excerpt;

import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Reads the excerpts of one queue in order, while it is written or later. A damaged record is passed over. A cut ends a file: what lies
 * before it was read, and the next file follows. Files that retention has deleted are passed over. Reading events allocates nothing, except
 * at the start of a file. One thread at a time.
 */
public final class ExcerptReader implements AutoCloseable {
    private static final RecordedRing[] RINGS = RecordedRing.values();

    private final Path directory;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(ExcerptFormat.MAX_LENGTH);
    private final Bytes<ByteBuffer> bytes = Bytes.wrapForRead(memory);
    private final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
    private final StringBuilder text = new StringBuilder();
    private final EventBatch batch = new EventBatch();
    private final ByteRun run = new ByteRun();
    private QueueFile file;
    private String damage = "";
    private StartExcerpt start;
    private EndExcerpt end;
    private long first;
    private long count;
    private GapReason why;
    private RecordedRing gapRing = RecordedRing.EVENTS;
    private int version;

    /**
     * Makes a reader that begins with the oldest excerpt.
     *
     * @param directory of the queue.
     */
    public ExcerptReader(final Path directory) {
        this.directory = directory;
    }

    /**
     * Makes a reader that begins with a file.
     *
     * @param first file of a queue.
     * @return the reader.
     * @throws IOException if it cannot be opened.
     */
    public static ExcerptReader from(final Path first) throws IOException {
        final ExcerptReader reader = new ExcerptReader(first.getParent());
        reader.file = new QueueFile(first);
        return reader;
    }

    /**
     * Reads the next excerpt.
     *
     * @return its kind; null if there is none yet.
     * @throws JournalException if the excerpt is none of Tombolo, or of another version.
     * @throws IOException      if a file cannot be read.
     */
    public ExcerptKind next() throws IOException {
        while (true) {
            if (file == null && !open(null)) {
                return null;
            }
            final QueueFile.Place place = file.look();
            if (place == QueueFile.Place.DATA) {
                final ExcerptKind kind = read();
                if (kind != null) {
                    return kind;
                }
            } else if (!isPassed(place)) {
                return null;
            }
        }
    }

    /** Goes on with the next file if this one has no more; returns false if there is none. */
    private boolean isPassed(final QueueFile.Place place) throws IOException {
        if (place == QueueFile.Place.CUT) {
            cut();
        }
        if (QueueFiles.after(directory, file.path()) == null) {
            return false;
        }
        // Again, because the recorder writes the rest of a file before it makes the next one.
        if (place == QueueFile.Place.NOTHING && file.look() != QueueFile.Place.NOTHING) {
            return true;
        }
        return open(file.path());
    }

    private void cut() {
        note(": cut in the middle of a record, at byte " + file.position() + "; what comes before it can be read");
    }

    private void note(final String what) {
        if (damage.isEmpty()) {
            damage = file.path() + what;
        }
    }

    private boolean open(final Path before) throws IOException {
        Path last = before;
        while (true) {
            final Path next = QueueFiles.after(directory, last);
            if (next == null) {
                return false;
            }
            try {
                final QueueFile opened = new QueueFile(next);
                close();
                file = opened;
                return true;
            } catch (final NoSuchFileException deleted) {
                last = next;
            }
        }
    }

    private ExcerptKind read() throws IOException {
        final int length = file.read(memory);
        if (length < 0) {
            cut();
            return null;
        }
        bytes.readPositionRemaining(0, length);
        ExcerptKind kind = null;
        try {
            kind = parse();
        } catch (final RuntimeException garbled) {
            note(": the record at byte " + file.position() + " is damaged; the others can be read");
        }
        file.skip();
        return kind;
    }

    private ExcerptKind parse() throws JournalException {
        version = wire.read(ExcerptFormat.TOMBOLO).int32();
        if (version == 0) {
            require(start == null);
            throw new JournalException(file.path() + ": not a journal of Tombolo, but another queue of Chronicle");
        }
        if (version < 1 || version > ExcerptFormat.VERSION) {
            throw new JournalException(
                file.path() + ": has format version " + version + ", this library reads versions 1 to " + ExcerptFormat.VERSION);
        }
        text.setLength(0);
        wire.read(ExcerptFormat.KIND).text(text);
        final ExcerptKind kind = ExcerptKind.of(text);
        if (kind != null) {
            switch (kind) {
                case START -> parseStart();
                case EVENTS -> parseEvents();
                case BYTES -> parseBytes();
                case GAP -> parseGap();
                default -> parseEnd();
            }
        }
        return kind;
    }

    /** Ends the reading of a record that is damaged. */
    private static void require(final boolean isPossible) {
        if (!isPossible) {
            throw new IllegalStateException("damaged");
        }
    }

    private String text(final String field) {
        final String value = wire.read(field).text();
        require(value != null);
        return value;
    }

    private void parseStart() {
        final StartExcerpt found = new StartExcerpt(
            Long.parseUnsignedLong(text(ExcerptFormat.JOB), 16), wire.read(ExcerptFormat.RANK).int32(),
            wire.read(ExcerptFormat.INCARNATION).int32(), text(ExcerptFormat.NAME),
            wire.read(ExcerptFormat.ANCHOR_NANO_TIME).int64(), wire.read(ExcerptFormat.ANCHOR_EPOCH_NS).int64(),
            wire.read(ExcerptFormat.ALL_MESSAGES).bool(), wire.read(ExcerptFormat.PID).int64(),
            wire.read(ExcerptFormat.START_TIME_MS).int64(), wire.read(ExcerptFormat.FIRST).int64(),
            StartExcerpt.Stream.NONE, StartExcerpt.Stream.NONE);
        require(found.first() >= 0);
        start = version < ExcerptFormat.STREAMS_VERSION ? found : withStreams(found);
    }

    private StartExcerpt withStreams(final StartExcerpt found) {
        final int payloadBytes = wire.read(ExcerptFormat.PAYLOAD_BYTES).int32();
        final int orderBytes = wire.read(ExcerptFormat.ORDER_BYTES).int32();
        return new StartExcerpt(
            found.jobId(), found.rank(), found.incarnation(), found.name(), found.anchorNanoTime(), found.anchorEpochNs(),
            found.hasAllMessages(), found.pid(), found.startTimeMs(), found.first(),
            new StartExcerpt.Stream(payloadBytes, wire.read(ExcerptFormat.PAYLOAD_FIRST).int64()),
            new StartExcerpt.Stream(orderBytes, wire.read(ExcerptFormat.ORDER_FIRST).int64()));
    }

    private void parseBytes() {
        final RecordedRing stream = readStream();
        final long position = wire.read(ExcerptFormat.FIRST).int64();
        wire.read(ExcerptFormat.DATA).bytes(run.target());
        run.accept(stream, position);
    }

    private RecordedRing readStream() {
        text.setLength(0);
        wire.read(ExcerptFormat.STREAM).text(text);
        for (final RecordedRing ring : RINGS) {
            if (ring.text().contentEquals(text)) {
                return ring;
            }
        }
        throw new IllegalStateException("no such stream");
    }

    private void parseEvents() {
        final long position = wire.read(ExcerptFormat.FIRST).int64();
        final int events = wire.read(ExcerptFormat.COUNT).int32();
        require(position >= 0 && events > 0 && events <= ExcerptFormat.MAX_EVENTS && position <= Long.MAX_VALUE - events);
        wire.read(ExcerptFormat.DATA).bytes(batch.target());
        require(batch.accept(position, events));
    }

    private void parseGap() {
        final long position = wire.read(ExcerptFormat.FIRST).int64();
        final long events = wire.read(ExcerptFormat.COUNT).int64();
        require(position >= 0 && events > 0 && position <= Long.MAX_VALUE - events);
        first = position;
        count = events;
        text.setLength(0);
        wire.read(ExcerptFormat.WHY).text(text);
        why = GapReason.of(text);
        gapRing = version < ExcerptFormat.STREAMS_VERSION ? RecordedRing.EVENTS : readStream();
    }

    private void parseEnd() {
        final EndExcerpt read =
            new EndExcerpt(text(ExcerptFormat.STATE), text(ExcerptFormat.REASON), wire.read(ExcerptFormat.RECORDED).int64());
        require(read.recorded() >= 0);
        end = read;
    }

    /**
     * Returns what damage was met first.
     *
     * @return one line that begins with the path; empty for none.
     */
    public String damage() {
        return damage;
    }

    /**
     * Returns the last start.
     *
     * @return null before the first.
     */
    public StartExcerpt start() {
        return start;
    }

    /**
     * Returns the last end.
     *
     * @return null before the first.
     */
    public EndExcerpt end() {
        return end;
    }

    /**
     * Returns the last events.
     *
     * @return overwritten by the next ones.
     */
    public EventBatch batch() {
        return batch;
    }

    /**
     * Returns the last bytes of a stream.
     *
     * @return overwritten by the next ones.
     */
    public ByteRun run() {
        return run;
    }

    /**
     * Returns what is missing in the last gap.
     *
     * @return ring of the events, or of the bytes of a stream.
     */
    public RecordedRing gapRing() {
        return gapRing;
    }

    /**
     * Returns the position of the first event or byte that is missing in the last gap.
     *
     * @return position.
     */
    public long gapFirst() {
        return first;
    }

    /**
     * Returns how many events or bytes are missing in the last gap.
     *
     * @return count.
     */
    public long gapCount() {
        return count;
    }

    /**
     * Returns why they are missing.
     *
     * @return null if the file names a reason that this library does not know.
     */
    public GapReason gapReason() {
        return why;
    }

    /**
     * Returns the file that is read.
     *
     * @return null before the first.
     */
    public Path path() {
        return file == null ? null : file.path();
    }

    /**
     * Returns the offset at which reading goes on in the file: behind the last complete document.
     *
     * @return bytes.
     */
    public long position() {
        return file == null ? 0 : file.position();
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
