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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.job.RecordedRing;

/**
 * What a recorder has recorded. One thread at a time.
 */
public final class RecorderTotals {
    private long events;
    private long gaps;
    private long missing;
    private long payload;
    private long payloadMissing;
    private int ranks;
    private boolean isIncomplete;

    /** Makes totals of nothing. */
    public RecorderTotals() {
    }

    void rank() {
        ranks++;
    }

    void events(final int count) {
        events += count;
    }

    void bytes(final RecordedRing ring, final int count) {
        payload += ring == RecordedRing.PAYLOAD ? count : 0;
    }

    void gap(final RecordedRing ring, final long count) {
        gaps++;
        missing += ring == RecordedRing.EVENTS ? count : 0;
        payloadMissing += ring == RecordedRing.PAYLOAD ? count : 0;
    }

    void incomplete() {
        isIncomplete = true;
    }

    /**
     * Returns whether the recorder has ended without room for the end of a rank.
     *
     * @return true if something is left in the files of the job.
     */
    public boolean isIncomplete() {
        return isIncomplete;
    }

    /**
     * Returns how many events were recorded.
     *
     * @return events.
     */
    public long events() {
        return events;
    }

    /**
     * Returns how many gaps were recorded.
     *
     * @return gaps.
     */
    public long gaps() {
        return gaps;
    }

    /**
     * Returns how many events are missing in the gaps.
     *
     * @return events.
     */
    public long missing() {
        return missing;
    }

    /**
     * Returns how many bytes of messages were recorded.
     *
     * @return bytes.
     */
    public long payload() {
        return payload;
    }

    /**
     * Returns how many bytes of messages are missing in the gaps.
     *
     * @return bytes.
     */
    public long payloadMissing() {
        return payloadMissing;
    }

    /**
     * Says what was recorded.
     *
     * @return one line.
     */
    public String text() {
        return events + " events of " + ranks + (ranks == 1 ? " rank" : " ranks") + ", " +
            (payload + payloadMissing == 0 ? "" : payload + " bytes of payload, ") +
            (gaps == 0 ? "no gap" : gaps + (gaps == 1 ? " gap" : " gaps") + " with " + missing + " missing events") +
            (payloadMissing == 0 ? "" : " and " + payloadMissing + " missing bytes");
    }
}
