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

import io.tombolo.jmh.stream.HeldBroadcast;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A broadcast buffer of Agrona whose transmitter does not overrun its receivers.
 */
final class AgronaFeed extends FeedTransport {

    private final AgronaRingFile file;
    private final HeldBroadcast broadcast;
    private final AgronaFeed single;

    AgronaFeed(final Path directory, final Plan plan) {
        this(directory, plan, Plan.READERS);
    }

    private AgronaFeed(final Path directory, final Plan plan, final int readers) {
        super(readers);
        final int capacity = capacity(plan.longest());
        file = new AgronaRingFile(directory.resolve("broadcast-" + readers), HeldBroadcast.memoryLength(capacity, readers));
        broadcast = new HeldBroadcast(file.buffer(), capacity, readers);
        single = TrafficPattern.FEED_LATENCY == plan.pattern() && readers > 1 ? new AgronaFeed(directory, plan, 1) : null;
    }

    @Override
    FeedTransport ofOneReader() {
        return single;
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!broadcast.tryWrite(buffer, length)) {
            looks = Waiting.pause(looks);
        }
    }

    @Override
    int poll(final int reader, final MutableDirectBuffer buffer, final int limit) {
        return broadcast.poll(reader, buffer, limit);
    }

    @Override
    public void close() {
        file.close();
        if (single != null) {
            single.close();
        }
    }
}
