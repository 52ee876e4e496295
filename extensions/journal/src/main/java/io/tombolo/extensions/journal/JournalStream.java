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
package io.tombolo.extensions.journal;

import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.ExcerptReader;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * Reads a stream of bytes of one incarnation of a rank in order, run by run, while it is recorded or later. Allocates nothing for a run.
 * One thread at a time.
 */
public final class JournalStream implements AutoCloseable {
    private final ExcerptReader reader;
    private final RecordedRing ring;
    private boolean isGap;
    private boolean hasEnded;

    JournalStream(final JournalRank rank, final RecordedRing ring) {
        this.reader = new ExcerptReader(rank.path());
        this.ring = ring;
    }

    /**
     * Moves to the next run of bytes, or to the next gap.
     *
     * @return false if there is none yet; a later call may find one, unless {@link #hasEnded()}.
     * @throws io.tombolo.extensions.journal.excerpt.JournalException if a record is none of Tombolo, of another version, or damaged; the
     *                                                                message is one line
     * @throws IOException if a file cannot be read.
     */
    public boolean next() throws IOException {
        ExcerptKind kind = reader.next();
        while (kind != null) {
            isGap = kind == ExcerptKind.GAP;
            if (isGap && reader.gapRing() == ring || kind == ExcerptKind.BYTES && reader.run().stream() == ring) {
                return true;
            }
            hasEnded |= kind == ExcerptKind.END;
            kind = reader.next();
        }
        return false;
    }

    /**
     * Returns whether this object stands at a gap.
     *
     * @return true if bytes are missing here.
     */
    public boolean isGap() {
        return isGap;
    }

    /**
     * Returns the position of the first byte of the run, or of the first byte that is missing.
     *
     * @return bytes of the stream before it.
     */
    public long position() {
        return isGap ? reader.gapFirst() : reader.run().first();
    }

    /**
     * Returns how many bytes the run or the gap has.
     *
     * @return bytes.
     */
    public long length() {
        return isGap ? reader.gapCount() : reader.run().length();
    }

    /**
     * Returns why the bytes of the gap are missing.
     *
     * @return null for a reason that this library does not know; undefined at a run.
     */
    public GapReason gapReason() {
        return reader.gapReason();
    }

    /**
     * Returns the memory that holds the bytes of the run, from {@link #offset()} on.
     *
     * @return always the same; overwritten by {@link #next}.
     */
    public DirectBuffer buffer() {
        return reader.run().buffer();
    }

    /**
     * Returns where the first byte of the run is in the memory.
     *
     * @return offset in {@link #buffer()}.
     */
    public int offset() {
        return reader.run().offset();
    }

    /**
     * Returns whether the end of the rank was read.
     *
     * @return false while the rank is recorded, or if the recorder has ended before it.
     */
    public boolean hasEnded() {
        return hasEnded;
    }

    /**
     * Returns what damage was met.
     *
     * @return one line that begins with the path; empty for none.
     */
    public String damage() {
        return reader.damage();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
