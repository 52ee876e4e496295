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
 * Wakes a rank that sleeps at its {@link WakeUpSocket}: the first time by connecting, later by a byte on that connection. If the sleeper
 * has closed it, the next wake-up connects again.
 * <p>
 * A failure is not reported; the next wake-up tries again. The sleeper wakes by its own timeout meanwhile.
 * <p>
 * <b>Threading:</b> any thread; one sends at a time. No channel ever blocks, so an interrupt neither disturbs nor closes it.
 */
final class WakeUpSender implements AutoCloseable {
    private final Path path;
    private ByteBuffer message;
    private SocketChannel channel;

    /**
     * Opens nothing; the first {@link #send} connects.
     *
     * @param path of the sleeper's socket.
     */
    WakeUpSender(final Path path) {
        this.path = path;
    }

    /**
     * Ends the sleep of the rank.
     *
     * @return true if the socket of the rank has taken it.
     */
    synchronized boolean send() {
        return write() || connect();
    }

    /** A full socket serves as well: the sleeper has not yet read the bytes before. */
    private boolean write() {
        if (channel == null) {
            return false;
        }
        try {
            message.clear();
            channel.write(message);
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
                message = message == null ? ByteBuffer.allocateDirect(1) : message;
                return true;
            }
            // Too many senders wait to be accepted: they have woken the sleeper.
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException ignored) {
            // No file, no listener, no right, or no file descriptor.
        }
        close();
        return false;
    }

    /** Closes the connection; the next {@link #send} connects again. Idempotent. */
    @Override
    public synchronized void close() {
        CloseHelper.quietClose(channel);
        channel = null;
    }
}
