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
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.agrona.CloseHelper;

/**
 * A sign of life beside the file lock: {@code rank-R.life}, a Unix domain socket that listens as long as the process lives, even while it
 * is stopped. Opening or closing files of the job cannot close the socket, whereas it may drop a file lock. No data is sent: a prober
 * connects and disconnects.
 * <p>
 * <b>Threading:</b> only the {@link WatchThread} calls it. No channel ever blocks. <b>Ownership:</b> {@link #close()} leaves the file in
 * place; it is deleted with the job.
 */
final class LivenessSocket implements AutoCloseable {
    /** Probers that the kernel queues until they are drained. A full queue is a sign of life as well. */
    private static final int BACKLOG = 16;
    /** No system accepts a socket path of this many bytes or more. */
    private static final int LONG_PATH = 108;

    private final ServerSocketChannel server;

    private LivenessSocket(final ServerSocketChannel server) {
        this.server = server;
    }

    /**
     * Listens, if the system, the file system and the length of the path allow it.
     *
     * @param path of the socket; a file there was left by a rank that died while it joined, and is deleted.
     * @return the socket, whose file only the users of the job may use; null if it cannot be opened.
     */
    static LivenessSocket open(final Path path) {
        ServerSocketChannel server = null;
        try {
            Files.deleteIfExists(path);
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.configureBlocking(false);
            server.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            OwnerOnly.protect(path);
            return new LivenessSocket(server);
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // Probers then read the holder's process from the lock file.
            CloseHelper.quietClose(server);
            return null;
        }
    }

    /** Lets those go who have looked. */
    void drain() {
        try {
            for (int i = 0; i < BACKLOG; i++) {
                final SocketChannel prober = server.accept();
                if (prober == null) {
                    return;
                }
                prober.close();
            }
        } catch (final IOException ignored) {
            // No file descriptor is left: the probers stay queued, and a full queue is a sign of life as well.
            return;
        }
    }

    /**
     * Tries to connect, to find out whether a process listens at a socket.
     *
     * @param path of the socket.
     * @return the answer.
     */
    static Answer ask(final Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Answer.NO_SOCKET;
        }
        try (SocketChannel prober = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            prober.configureBlocking(false);
            prober.connect(UnixDomainSocketAddress.of(path));
            return Answer.LISTENING;
        } catch (final ConnectException refused) {
            return Answer.REFUSED;
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // The backlog is full, or a file descriptor or a right is missing: this does not prove that no process listens.
            final boolean isOutOfReach = path.toString().getBytes(StandardCharsets.UTF_8).length >= LONG_PATH;
            return isOutOfReach ? Answer.OUT_OF_REACH : Answer.LISTENING;
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(server);
    }

    /** What a prober has found. */
    enum Answer {
        /** There is no socket file. */
        NO_SOCKET,
        /** A process listens, or nothing proves that none does. */
        LISTENING,
        /** No process listens any more. */
        REFUSED,
        /** The path of the file in this process is too long to connect to. */
        OUT_OF_REACH
    }
}
