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
 * A sign of life beside the lock: {@code rank-R.life}, a Unix domain socket that listens as long as the process lives, a stopped one
 * included. Nothing that the process does with the files of the job closes it, as it may drop a lock. Nobody sends anything; who connects
 * is only looked for, and goes.
 * <p>
 * <b>Threading:</b> the {@link WatchThread} alone. No channel ever blocks. <b>Ownership:</b> the file stays when this is closed, and goes
 * with the job.
 */
final class LivenessSocket implements AutoCloseable {
    /** Probers that the kernel keeps until they are drained; one more finds that somebody listens all the same. */
    private static final int BACKLOG = 16;
    /** From this many bytes on, no system takes the path of a socket. */
    private static final int LONG_PATH = 108;

    private final ServerSocketChannel server;

    private LivenessSocket(final ServerSocketChannel server) {
        this.server = server;
    }

    /**
     * Listen, if the system, the file system and the length of the path allow it.
     *
     * @param path of the socket; what is there is of a rank that died while it joined, and is deleted.
     * @return the socket, its file with mode 0600; null if it cannot be.
     */
    static LivenessSocket open(final Path path) {
        ServerSocketChannel server = null;
        try {
            Files.deleteIfExists(path);
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.configureBlocking(false);
            server.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            Files.setPosixFilePermissions(path, OwnerOnly.fileMode().value());
            return new LivenessSocket(server);
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // The holder's process is looked for then, in the lock file.
            CloseHelper.quietClose(server);
            return null;
        }
    }

    /** Let those go who have looked. */
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
            // No file descriptor: they wait, and who comes next finds a full backlog, which is a sign of life, too.
            return;
        }
    }

    /**
     * Find out whether somebody listens at a socket.
     *
     * @param path of the socket.
     * @return what is found.
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
            // The backlog is full, or there is no file descriptor, or no right: no proof that nobody listens.
            final boolean isOutOfReach = path.toString().getBytes(StandardCharsets.UTF_8).length >= LONG_PATH;
            return isOutOfReach ? Answer.OUT_OF_REACH : Answer.LISTENING;
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(server);
    }

    /** What a prober finds. */
    enum Answer {
        /** There is no file. */
        NO_SOCKET,
        /** Somebody listens, or nothing says that nobody does. */
        LISTENING,
        /** Nobody listens any more. */
        REFUSED,
        /** The path by which this process sees the file is too long to connect. */
        OUT_OF_REACH
    }
}
