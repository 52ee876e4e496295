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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.CloseHelper;

/**
 * The socket at which a rank without a futex sleeps: {@code rank-R.sock}, a Unix domain socket beside its file. A {@link WakeUpSender} of
 * any process ends the sleep by a byte, or by connecting.
 * <p>
 * Incoming bytes mean only "wake up": they are discarded and never interpreted. A connection is kept for the next wake-up by the same
 * sender. Beyond {@link #MOST_CONNECTIONS} a connection is closed at once; it has ended the sleep all the same. One sleep accepts one
 * connection and reads {@link #DRAIN_LENGTH} bytes of each, so a flood costs early returns and nothing else.
 * <p>
 * <b>Threading:</b> one sleeper at a time; {@link #wakeUp} by any thread; {@link #close} when no thread sleeps. All channels are
 * non-blocking: an interrupt ends a sleep, keeps its flag and closes nothing. A sleep that times out allocates nothing.
 * <b>Ownership:</b> {@link #close} leaves the file in place; it is deleted with the job.
 */
final class WakeUpSocket implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 16;
    private static final int DRAIN_LENGTH = 64;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final ByteBuffer drained = ByteBuffer.allocateDirect(DRAIN_LENGTH);
    private final Consumer<SelectionKey> heed = this::heed;
    private boolean failed;

    private WakeUpSocket(final Selector selector, final ServerSocketChannel server) {
        this.selector = selector;
        this.server = server;
    }

    /**
     * Listens, if this system, the file system and the length of the path (some 100 bytes) allow it.
     *
     * @param path    of the socket; no file may be there.
     * @param senders that may connect at the same moment.
     * @return the socket, whose file only the users of the job may use; null if it cannot be opened.
     */
    static WakeUpSocket open(final Path path, final int senders) {
        Selector selector = null;
        ServerSocketChannel server = null;
        try {
            selector = Selector.open();
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(path), senders);
            OwnerOnly.protect(path);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            return new WakeUpSocket(selector, server);
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // No error is reported: the rank sleeps in short parks instead.
            CloseHelper.quietCloseAll(server, selector);
            return null;
        }
    }

    /**
     * Returns whether a sender can end a sleep here.
     *
     * @return false once it is closed, or has failed.
     */
    boolean isOpen() {
        return selector.isOpen();
    }

    /**
     * Sleeps until a sender wakes this rank, {@link #wakeUp} is called, the thread is interrupted, or the time is up.
     *
     * @param longestMs in milliseconds, at least 1.
     */
    void sleep(final long longestMs) {
        try {
            selector.select(heed, longestMs);
        } catch (final IOException ignored) {
            failed = true;
        }
        if (failed) {
            close();
        }
    }

    /** Ends the sleep, or the next one if there is none. For threads of the sleeper's own process; it needs no connection. */
    void wakeUp() {
        selector.wakeup();
    }

    private void heed(final SelectionKey key) {
        if (key.isValid()) {
            if (key.isAcceptable()) {
                accept();
            } else {
                drain((SocketChannel) key.channel());
            }
        }
    }

    private void accept() {
        try {
            final SocketChannel sender = server.accept();
            if (sender == null) {
                return;
            }
            if (selector.keys().size() > MOST_CONNECTIONS) {
                // The connection has ended the sleep; that was its only purpose.
                sender.close();
                return;
            }
            sender.configureBlocking(false);
            sender.register(selector, SelectionKey.OP_READ);
        } catch (final IOException ignored) {
            // Out of file descriptors: a connection that cannot be accepted would end every sleep at once.
            failed = true;
        }
    }

    private void drain(final SocketChannel sender) {
        try {
            drained.clear();
            if (sender.read(drained) >= 0) {
                return;
            }
        } catch (final IOException ignored) {
            // As at the end of the stream: the sender is gone.
        }
        CloseHelper.quietClose(sender);
    }

    /** Closes all channels; a sender can then no longer connect. Idempotent. */
    @Override
    public void close() {
        if (selector.isOpen()) {
            for (final SelectionKey key : selector.keys()) {
                CloseHelper.quietClose(key.channel());
            }
            CloseHelper.quietClose(selector);
        }
    }
}
