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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.CloseHelper;

/**
 * Where a rank sleeps that has no futex: {@code rank-R.sock}, a Unix domain socket beside its file, at which a {@link WakeUpSender} of
 * any process ends the sleep, by a byte or by a connection alone.
 * <p>
 * What comes in means "look", whatever it is: it is thrown away, and never believed. A connection is kept for the next ring of the same
 * ringer; beyond {@link #MOST_CONNECTIONS} it is closed at once and has served all the same. One connection is accepted and
 * {@link #DRAIN_LENGTH} bytes of each are read in a sleep, so a flood costs early returns and nothing else.
 * <p>
 * <b>Threading:</b> one sleeper at a time; {@link #wakeUp} by any thread; {@link #close} when nobody sleeps. All channels are
 * non-blocking: an interrupt ends a sleep, keeps its flag and closes nothing. A sleep that times out allocates nothing.
 * <b>Ownership:</b> the file stays when this is closed, as the rank's other files do, and goes with the job.
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
     * Listen, if this system, the file system and the length of the path (some 100 bytes) allow it.
     *
     * @param path    of the socket; nothing is there.
     * @param ringers that may connect at the same moment.
     * @return the socket, its file with mode 0600; null if it cannot be.
     */
    static WakeUpSocket open(final Path path, final int ringers) {
        Selector selector = null;
        ServerSocketChannel server = null;
        try {
            selector = Selector.open();
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(path), ringers);
            Files.setPosixFilePermissions(path, OwnerOnly.fileMode().value());
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            return new WakeUpSocket(selector, server);
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // Nobody is told: the rank sleeps in short parks instead.
            CloseHelper.quietCloseAll(server, selector);
            return null;
        }
    }

    /**
     * Whether a ringer can end a sleep here.
     *
     * @return false once it is closed, or has failed.
     */
    boolean isOpen() {
        return selector.isOpen();
    }

    /**
     * Sleep until somebody knocks, {@link #wakeUp}, an interrupt, or the time is up.
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

    /** End the sleep, or the next one if there is none. For threads of the sleeper's own process; costs no connection. */
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
            final SocketChannel ringer = server.accept();
            if (ringer == null) {
                return;
            }
            if (selector.keys().size() > MOST_CONNECTIONS) {
                // Its connection has ended the sleep, which is all that it was for.
                ringer.close();
                return;
            }
            ringer.configureBlocking(false);
            ringer.register(selector, SelectionKey.OP_READ);
        } catch (final IOException ignored) {
            // Out of file descriptors: who is not accepted would end every sleep at once.
            failed = true;
        }
    }

    private void drain(final SocketChannel ringer) {
        try {
            drained.clear();
            if (ringer.read(drained) >= 0) {
                return;
            }
        } catch (final IOException ignored) {
            // As at the end of the stream: the ringer is gone.
        }
        CloseHelper.quietClose(ringer);
    }

    /** Close all channels; a ringer finds nobody then. Idempotent. */
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
