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
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Aeron over shared memory, with an exclusive publication each way. Messages up to the length of a fragment are claimed in place; longer
 * ones are offered. The media driver runs in the JVM of rank 0. There are no tags and no matching.
 */
final class AeronTransport implements Transport {

    /** Longest message in bytes. Aeron carries an eighth of a term at most; terms have 64 MiB by default. */
    static final int MAX_LENGTH = 4 << 20;

    /** Bytes of the files: two publications of three terms each, and the files of the driver. */
    static final long FILES_LENGTH = 2 * 3 * (64L << 20) + (32L << 20);

    private static final int FIRST_STREAM = 1001;

    private final FragmentHandler handler = this::onFragment;
    private final FragmentHandler assembler = new FragmentAssembler(handler);
    private final BufferClaim claim = new BufferClaim();
    private final MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Subscription subscription;
    private final Image image;
    private MutableDirectBuffer target;
    private int received;
    private int count;
    private int expected;
    private int messageLength;

    AeronTransport(final Path directory, final int rank) {
        final String files = directory.resolve("aeron").toString();
        driver = 0 == rank ? MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(files)) : null;
        awaitDriver(directory.resolve("aeron"));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(files));
        subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, FIRST_STREAM + 1 - rank);
        publication = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, FIRST_STREAM + rank);
        while (!publication.isConnected() || 0 == subscription.imageCount()) {
            Thread.yield();
        }
        image = subscription.imageAtIndex(0);
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw new UnsupportedOperationException("Aeron registers no memory of its users");
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!offered(buffer, length)) {
            looks = Waiting.pause(looks);
        }
    }

    private boolean offered(final DirectBuffer buffer, final int length) {
        if (length > publication.maxPayloadLength()) {
            return accepted(publication.offer(buffer, 0, length));
        }
        if (accepted(publication.tryClaim(length, claim))) {
            claim.buffer().putBytes(claim.offset(), buffer, 0, length);
            claim.commit();
            return true;
        }
        return false;
    }

    static boolean accepted(final long position) {
        if (position < 0 && Publication.BACK_PRESSURED != position && Publication.ADMIN_ACTION != position) {
            throw new IllegalStateException("position=" + position);
        }
        return position >= 0;
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        postStream(buffer, length, 1);
        awaitStream();
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int messages) {
        target = buffer;
        messageLength = length;
        expected = messages;
        count = 0;
    }

    @Override
    public void awaitStream() {
        final FragmentHandler whole = messageLength > publication.maxPayloadLength() ? assembler : handler;
        int looks = 0;
        while (count < expected) {
            looks = image.poll(whole, expected - count) > 0 ? 0 : Waiting.pause(looks);
        }
        if (received != messageLength) {
            throw new IllegalStateException("received=" + received + " expected=" + messageLength);
        }
    }

    @Override
    public void receiveAll(final MutableDirectBuffer buffer, final int length, final int messages) {
        postStream(buffer, length, messages);
        awaitStream();
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

    /** Waits for the driver, as Aeron does, but without its message on the error stream. */
    static void awaitDriver(final Path files) {
        while (!Files.exists(files.resolve("cnc.dat"))) {
            Thread.yield();
        }
    }
}
