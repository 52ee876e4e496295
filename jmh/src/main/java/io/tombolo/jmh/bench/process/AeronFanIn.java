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
 * Aeron over shared memory with an exclusive publication of each sender and one subscription, which rank 0 polls. The media driver runs in
 * the JVM of rank 0.
 */
final class AeronFanIn extends OneWayTransport {

    /** Longer terms of four publications would not fit the shared memory of many machines. */
    private static final String CHANNEL = "aeron:ipc?term-length=8m";

    private static final int STREAM_ID = 1001;

    private final FragmentHandler handler = new FragmentAssembler(this::onFragment);
    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription subscription;
    private final ExclusivePublication publication;
    private MutableDirectBuffer target;
    private int received;
    private int count;

    AeronFanIn(final Path directory, final int rank, final int senders) {
        final Path files = directory.resolve("aeron");
        driver = 0 == rank ? MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(files.toString())) : null;
        AeronTransport.awaitDriver(files);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(files.toString()));
        subscription = 0 == rank ? aeron.addSubscription(CHANNEL, STREAM_ID) : null;
        publication = 0 == rank ? null : aeron.addExclusivePublication(CHANNEL, STREAM_ID);
        while (0 == rank ? subscription.imageCount() < senders : !publication.isConnected()) {
            Thread.yield();
        }
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!AeronTransport.accepted(publication.offer(buffer, 0, length))) {
            looks = Waiting.pauseOnSharedCore(looks);
        }
    }

    @Override
    public void receiveFromAny(final MutableDirectBuffer buffer, final int length, final int messages) {
        target = buffer;
        count = 0;
        int looks = 0;
        while (count < messages) {
            looks = subscription.poll(handler, messages - count) > 0 ? 0 : Waiting.pauseOnSharedCore(looks);
        }
        if (received != length) {
            throw new IllegalStateException("received=" + received + " expected=" + length);
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(subscription, publication, aeron, driver);
    }

    private void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        received = length;
        count++;
        target.putBytes(0, buffer, offset, length);
    }
}
