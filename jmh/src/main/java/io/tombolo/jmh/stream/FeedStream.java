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
package io.tombolo.jmh.stream;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A reliable feed of the engine: rank 1 writes it, and rank 0 has all readers.
 */
public final class FeedStream extends ThreeReaders {
    private static final String NAME = "ticks";

    private final LocalJob job;
    private final FeedReader[] readers = new FeedReader[READERS];
    private final FeedHandler handler = this::onMessage;
    private final int length;
    private MutableDirectBuffer target;

    /**
     * Launches the ranks and starts the writer.
     *
     * @param length length of each message in bytes.
     */
    public FeedStream(final int length) {
        super(length);
        this.length = length;
        job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.SINGLE));
        start(this::write);
        Arrays.setAll(readers, i -> job.engine(0).openFeed(NAME, FeedStart.FROM_NOW, 1, TimeUnit.MINUTES));
    }

    private void write() {
        // By this thread, which is the single one of its engine then.
        final FeedWriter writer =
            job.engine(1).createFeed(NAME, FeedOptions.reliable().cutOffAfter(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        final DirectBuffer message = new UnsafeBuffer(new byte[length]);
        int looks = 0;
        while (!isStopped()) {
            looks = FeedWriter.WRITTEN == writer.tryWrite(message, 0, length) ? 0 : pause(looks);
        }
    }

    @Override
    int poll(final int reader, final MutableDirectBuffer into, final int limit) {
        target = into;
        return readers[reader].poll(handler, limit);
    }

    private void onMessage(final long number, final DirectBuffer buffer, final int offset, final int size) {
        target.putBytes(0, buffer, offset, size);
    }

    @Override
    void free() {
        job.close();
    }
}
