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

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Aeron over shared memory with one exclusive publication and a subscription for each reader. The media driver runs in the JVM of rank 0.
 */
final class AeronFeed extends FeedTransport {

    private static final String CHANNEL = "aeron:ipc?term-length=64m";
    private final MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Subscription[] subscriptions;
    private final FragmentHandler[] handlers;
    private final AeronFeed single;
    private MutableDirectBuffer target;
    private int count;

    AeronFeed(final Path directory, final int rank, final TrafficPattern pattern) {
        super(Plan.READERS);
        final Path files = directory.resolve("aeron");
        driver = 0 == rank ? MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(files.toString())) : null;
        AeronTransport.awaitDriver(files);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(files.toString()));
        publication = 0 == rank ? aeron.addExclusivePublication(CHANNEL, Plan.READERS) : null;
        subscriptions = new Subscription[0 == rank ? 0 : Plan.READERS];
        handlers = new FragmentHandler[subscriptions.length];
        connect(Plan.READERS);
        single = TrafficPattern.FEED_LATENCY == pattern ? new AeronFeed(aeron, rank) : null;
    }

    private AeronFeed(final Aeron aeron, final int rank) {
        super(1);
        driver = null;
        this.aeron = aeron;
        publication = 0 == rank ? aeron.addExclusivePublication(CHANNEL, 1) : null;
        subscriptions = new Subscription[0 == rank ? 0 : 1];
        handlers = new FragmentHandler[subscriptions.length];
        connect(1);
        single = null;
    }

    /** Joins publication and subscriptions of a stream, whose number is that of its readers. */
    private void connect(final int streamId) {
        for (int i = 0; i < subscriptions.length; i++) {
            subscriptions[i] = aeron.addSubscription(CHANNEL, streamId);
            handlers[i] = new FragmentAssembler(this::onFragment);
            while (0 == subscriptions[i].imageCount()) {
                Thread.yield();
            }
        }
        while (publication != null && !publication.isConnected()) {
            Thread.yield();
        }
    }

    @Override
    FeedTransport ofOneReader() {
        return single;
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!AeronTransport.accepted(publication.offer(buffer, 0, length))) {
            looks = Waiting.pause(looks);
        }
    }

    @Override
    int poll(final int reader, final MutableDirectBuffer buffer, final int limit) {
        target = buffer;
        count = 0;
        subscriptions[reader].poll(handlers[reader], limit);
        return count;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }

    private void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        count++;
        target.putBytes(0, buffer, offset, length);
    }
}
