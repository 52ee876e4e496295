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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedReaderState.ACTIVE;
import static io.tombolo.ringbuffers.feed.FeedReaderState.CUT;
import static io.tombolo.ringbuffers.feed.FeedReaderState.FREE;
import static io.tombolo.ringbuffers.feed.FeedReaderState.JOINING;

import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The state table of the slot of a reader. Each transition is a CAS of the state word. The reader itself makes those of CLAIMED, STARTED
 * and LEFT, the writer that of CUT_OFF, and the writer or a rank that looks for a free slot that of DIED.
 */
final class FeedReaderTable {
    private static final String READER = "the reader";
    private static final String WRITER = "the writer";
    private static final String ANY = "any rank";

    /** All transitions, with who makes them. */
    static final TransitionTable<FeedReaderState, FeedReaderEvent> TRANSITIONS = TransitionTable
        .of("feed reader", FeedReaderState.class, FeedReaderEvent.class)
        .row(FREE, FeedReaderEvent.CLAIMED, JOINING, READER)
        .row(JOINING, FeedReaderEvent.STARTED, ACTIVE, READER)
        .row(ACTIVE, FeedReaderEvent.CUT_OFF, CUT, WRITER)
        .row(JOINING, FeedReaderEvent.LEFT, FREE, READER)
        .row(ACTIVE, FeedReaderEvent.LEFT, FREE, READER)
        .row(CUT, FeedReaderEvent.LEFT, FREE, READER)
        .row(JOINING, FeedReaderEvent.DIED, FREE, ANY)
        .row(ACTIVE, FeedReaderEvent.DIED, FREE, ANY)
        .row(CUT, FeedReaderEvent.DIED, FREE, ANY)
        .build();

    private FeedReaderTable() {
    }

    /**
     * Returns the word after an event.
     *
     * @param word  of a slot that is not free, or has been claimed for a rank.
     * @param event that its state takes.
     */
    static long next(final long word, final FeedReaderEvent event) {
        return FeedReaderWord.with(word, TRANSITIONS.next(FeedReaderWord.state(word), event));
    }
}
