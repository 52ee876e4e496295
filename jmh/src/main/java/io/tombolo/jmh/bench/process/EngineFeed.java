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
package io.tombolo.jmh.bench.process;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A reliable feed of the engine.
 */
final class EngineFeed extends FeedTransport {

    private final Engine engine;
    private final FeedWriter writer;
    private final FeedReader[] readers;
    private final FeedHandler handler = this::onMessage;
    private final EngineFeed single;
    private MutableDirectBuffer target;

    EngineFeed(final Path directory, final int rank, final Plan plan) {
        this(launch(directory, rank, plan), rank, plan, Plan.READERS);
    }

    private EngineFeed(final Engine engine, final int rank, final Plan plan, final int count) {
        super(count);
        this.engine = engine;
        final String name = "readers-" + count;
        final FeedOptions options = FeedOptions.reliable().withCapacity(capacity(plan.longest()))
            .cutOffAfter(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // the system may take a core away for long
        writer = 0 == rank ? engine.createFeed(name, options) : null;
        readers = new FeedReader[0 == rank ? 0 : count];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = engine.openFeed(name, FeedStart.FROM_NOW, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }
        single = TrafficPattern.FEED_LATENCY == plan.pattern() && count > 1 ? new EngineFeed(engine, rank, plan, 1) : null;
    }

    private static Engine launch(final Path directory, final int rank, final Plan plan) {
        return Engine.launch(new EngineContext().directory(directory.resolve(EngineTransport.JOB)).rank(rank).size(plan.ranks()));
    }

    @Override
    FeedTransport ofOneReader() {
        return single;
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        int answer = writer.tryWrite(buffer, 0, length);
        while (FeedWriter.BACK_PRESSURED == answer) {
            looks = Waiting.pause(looks);
            answer = writer.tryWrite(buffer, 0, length);
        }
        if (FeedWriter.WRITTEN != answer) {
            throw new IllegalStateException("answer=" + answer);
        }
    }

    @Override
    int poll(final int reader, final MutableDirectBuffer buffer, final int limit) {
        target = buffer;
        return readers[reader].poll(handler, limit);
    }

    private void onMessage(final long number, final DirectBuffer buffer, final int offset, final int length) {
        target.putBytes(0, buffer, offset, length);
    }

    @Override
    public void close() {
        engine.close(); // closes the feeds, too
    }
}
