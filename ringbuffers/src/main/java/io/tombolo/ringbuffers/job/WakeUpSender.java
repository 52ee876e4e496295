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

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.agrona.CloseHelper;

/**
 * Knocks at the {@link WakeUpSocket} of another rank: by a connection first, by a byte on it from then on. If the sleeper has closed it,
 * by the next connection.
 * <p>
 * What fails is not told, and tried again at the next ring: the sleeper has its backstop, and whatever stood in the way may be gone.
 * <p>
 * <b>Threading:</b> any threads; one knocks at a time. No channel ever blocks, so an interrupt neither disturbs nor closes.
 */
final class WakeUpSender implements AutoCloseable {
    private final Path path;
    private ByteBuffer knock;
    private SocketChannel channel;

    /**
     * Nothing is opened before the first {@link #knock}.
     *
     * @param path of the sleeper's socket.
     */
    WakeUpSender(final Path path) {
        this.path = path;
    }

    /**
     * End the sleep of the rank.
     *
     * @return true if its socket has it.
     */
    synchronized boolean knock() {
        return write() || connect();
    }

    /** A full socket is a knock, too: the sleeper has not read what came before. */
    private boolean write() {
        if (channel == null) {
            return false;
        }
        try {
            knock.clear();
            channel.write(knock);
            return true;
        } catch (final IOException ignored) {
            close();
            return false;
        }
    }

    private boolean connect() {
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            if (channel.connect(UnixDomainSocketAddress.of(path))) {
                knock = knock == null ? ByteBuffer.allocateDirect(1) : knock;
                return true;
            }
            // Too many others wait to be accepted: the sleeper has been woken by them.
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // No file, nobody who listens, no right, or no file descriptor.
        }
        close();
        return false;
    }

    /** Close the connection; the next {@link #knock} would make another. Idempotent. */
    @Override
    public synchronized void close() {
        CloseHelper.quietClose(channel);
        channel = null;
    }
}
