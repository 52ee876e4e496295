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

import static io.tombolo.ringbuffers.job.Jobs.openSockets;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sleeps are longer than the hang guard, so a missing wake-up fails the test. A wake-up is kept if no thread sleeps yet. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WakeUpSocketTest {
    private static final long LONG_MS = 60_000;
    private static final int RINGERS = 40;

    @TempDir
    Path directory;

    private final List<WakeUpSender> senders = new ArrayList<>();
    private Path path;
    private WakeUpSocket sleeper;

    @BeforeEach
    void open() {
        path = directory.resolve("rank-0.sock");
        sleeper = WakeUpSocket.open(path, RINGERS);
        assertThat(sleeper).isNotNull();
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(senders);
        sleeper.close();
    }

    private WakeUpSender sender() {
        final WakeUpSender sender = new WakeUpSender(path);
        senders.add(sender);
        return sender;
    }

    @Test
    void shouldBeWokenByEachSender() {
        final WakeUpSender first = sender();
        final WakeUpSender second = sender();
        for (int i = 0; i < 20; i++) {
            assertThat(first.send()).isTrue();
            sleeper.sleep(LONG_MS);
            assertThat(second.send()).isTrue();
            sleeper.sleep(LONG_MS);
        }
    }

    @Test
    void shouldBeWokenInTheMiddleOfASleep() throws InterruptedException {
        final WakeUpSender sender = sender();
        for (int i = 0; i < 20; i++) {
            final boolean isLocal = i % 2 == 0;
            final Thread thread = new Thread(() -> sleeper.sleep(LONG_MS));
            thread.start();
            awaitAsleep(thread);
            if (isLocal) {
                sleeper.wakeUp();
            } else {
                assertThat(sender.send()).isTrue();
            }
            thread.join();
        }
    }

    private static void awaitAsleep(final Thread thread) {
        while (true) {
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has come").isFalse();
            for (final StackTraceElement frame : thread.getStackTrace()) {
                if (frame.getClassName().contains("EPoll") && frame.getMethodName().equals("wait")) {
                    return;
                }
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldEndAtAnInterruptAndKeepItsFlagAndItsChannels() {
        final WakeUpSender sender = sender();
        assertThat(sender.send()).isTrue();
        for (int i = 0; i < 3; i++) {
            Thread.currentThread().interrupt();
            // Accepts or reads, if it gets that far; then sends while interrupted.
            sleeper.sleep(LONG_MS);
            assertThat(sender.send()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(sleeper.isOpen()).isTrue();
        }
        sleeper.sleep(LONG_MS);
        assertThat(sender.send()).isTrue();
        sleeper.sleep(LONG_MS);
    }

    @Test
    void shouldServeMoreSendersThanItKeepsConnectionsFor() throws IOException {
        for (int i = 0; i < RINGERS; i++) {
            sender();
        }
        final long before = openSockets();
        for (int round = 0; round < 3; round++) {
            for (final WakeUpSender sender : senders) {
                assertThat(sender.send()).isTrue();
                sleeper.sleep(LONG_MS);
            }
        }
        assertThat(openSockets() - before).as("one for each sender, and 16 for the sleeper").isEqualTo(RINGERS + 16);
        CloseHelper.closeAll(senders);
        for (int i = 0; i < 3; i++) {
            sleeper.sleep(1);
        }
        assertThat(openSockets()).as("closed senders leave nothing open").isEqualTo(before);
    }

    @Test
    void shouldReadLittleOfAFloodAndGoOnAfterIt() throws IOException {
        try (SocketChannel stranger = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            stranger.connect(UnixDomainSocketAddress.of(path));
            stranger.write(ByteBuffer.allocate(6400));
            for (int i = 0; i < 100; i++) {
                sleeper.sleep(LONG_MS);
            }
        }
        sleeper.sleep(LONG_MS);
        assertThat(sender().send()).isTrue();
        sleeper.sleep(LONG_MS);
        assertThat(sleeper.isOpen()).isTrue();
    }

    @Test
    void shouldBelongToItsOwnerAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo("rw-------");
    }

    @Test
    void shouldNotOpenWhereASocketIsImpossible() throws IOException {
        final long before = openSockets();
        assertThat(WakeUpSocket.open(path, 1)).as("the file exists").isNull();
        final Path tooLong = directory.resolve("n".repeat(110)).resolve("rank-0.sock");
        Files.createDirectory(tooLong.getParent());
        assertThat(WakeUpSocket.open(tooLong, 1)).isNull();
        assertThat(WakeUpSocket.open(directory.resolve("missing").resolve("rank-0.sock"), 1)).isNull();
        assertThat(new WakeUpSender(tooLong).send()).isFalse();
        assertThat(openSockets()).isEqualTo(before);
    }

    @Test
    void shouldNotBeFoundOnceItsFileIsGone() throws IOException {
        final WakeUpSender connected = sender();
        assertThat(connected.send()).isTrue();
        sleeper.sleep(LONG_MS);
        Files.delete(path);
        final long before = openSockets();
        assertThat(sender().send()).isFalse();
        assertThat(openSockets()).isEqualTo(before);
        assertThat(connected.send()).isTrue();
        sleeper.sleep(LONG_MS);
    }

    @Test
    void shouldReachASleeperThatOpensLater() {
        final WakeUpSender sender = sender();
        assertThat(sender.send()).isTrue();
        sleeper.close();
        sleeper.close();
        assertThat(sleeper.isOpen()).isFalse();
        sleeper.wakeUp();
        assertThat(sender.send()).as("nobody listens").isFalse();
        assertThat(path.toFile().delete()).isTrue();
        sleeper = WakeUpSocket.open(path, 1);
        assertThat(sender.send()).isTrue();
        sleeper.sleep(LONG_MS);
    }

    @Test
    void shouldAllocateNothingForASleepThatTimesOutAndForAWakeUp() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final WakeUpSender sender = sender();
        final int rounds = 300;
        long least = Long.MAX_VALUE;
        // More than once: now and then the virtual machine itself allocates in this thread.
        for (int times = 0; times < 6 && least >= rounds; times++) {
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < rounds; i++) {
                sleeper.sleep(1);
                if (!sender.send()) {
                    throw new AssertionError("nobody listens");
                }
                sleeper.sleep(LONG_MS);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(least).isLessThan(rounds);
    }
}
