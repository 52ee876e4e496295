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
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;

/**
 * Reads the events of one incarnation of a rank in order, while they are recorded or later. {@link #next} allocates nothing, except at the
 * start of a file (one every ten minutes), and where a rank has written more payload ahead of its events than before. One thread at a time.
 */
public final class JournalCursor implements AutoCloseable {
    private final ExcerptReader reader;
    private final PayloadWindow payload = new PayloadWindow();
    private final JournalEvent event;
    private int index;
    private int count;
    private boolean hasStarted;
    private boolean hasEnded;

    JournalCursor(final JournalRank rank) {
        this.reader = new ExcerptReader(rank.path());
        this.event = new JournalEvent(rank, payload);
    }

    /**
     * Moves to the next event, gap, start or end. Passes over {@link #damage()}.
     *
     * @return false if there is none yet; a later call may find one, unless {@link #hasEnded()}.
     * @throws io.tombolo.extensions.journal.excerpt.JournalException if a record is none of Tombolo, or of another version; the message is
     *                                                                one line
     * @throws IOException if a file cannot be read.
     */
    public boolean next() throws IOException {
        while (index == count) {
            final ExcerptKind kind = reader.next();
            if (kind == null) {
                return false;
            }
            if (take(kind)) {
                return true;
            }
        }
        if (event.isPayload()) {
            payload.dropBefore(event.flight().length());
        }
        reader.batch().get(index, event.flight());
        event.event();
        index++;
        return true;
    }

    /** Takes over an excerpt; returns false for a batch of events, for bytes, and for a start that only repeats what is known. */
    private boolean take(final ExcerptKind kind) {
        switch (kind) {
            case START -> {
                if (hasStarted) {
                    return false;
                }
                hasStarted = true;
                payload.begin(reader.start().payload().first());
                event.start(reader.start());
            }
            case EVENTS -> {
                index = 0;
                count = reader.batch().count();
                return false;
            }
            case BYTES -> {
                if (reader.run().stream() == RecordedRing.PAYLOAD) {
                    payload.append(reader.run());
                }
                return false;
            }
            case GAP -> {
                if (reader.gapRing() == RecordedRing.PAYLOAD) {
                    payload.gap(reader.gapCount());
                }
                event.gap(reader.gapRing(), reader.gapFirst(), reader.gapCount(), reader.gapReason());
            }
            default -> {
                hasEnded = true;
                event.end(reader.end());
            }
        }
        return true;
    }

    /**
     * Returns what the cursor stands at.
     *
     * @return the same object at all times.
     */
    public JournalEvent event() {
        return event;
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
     * Returns what damage was met first. A damaged record is passed over, and what follows a cut in the same file is not read.
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
