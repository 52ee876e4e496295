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
package io.tombolo.ringbuffers.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LibCTest {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(64);
    private final long word = BufferUtil.address(memory);

    /** Prints whether natives are on, in a separate JVM. */
    static final class Report {
        private Report() {
        }

        public static void main(final String[] args) {
            System.out.println(LibC.available() + ": " + LibC.reason());
            System.out.println(LibC.futexWait(0, 0, 0) + " " + LibC.futexWake(0, 1) + " " + LibC.membarrier() + " " + LibC.pin(0));
        }
    }

    @Test
    void shouldBeOnFromJdk22AndOffWithAReasonBefore() {
        if (Runtime.version().feature() >= 22) {
            assertThat(LibC.reason()).isEqualTo("on");
            assertThat(LibC.available()).isTrue();
        } else {
            assertThat(LibC.reason()).contains("JDK " + Runtime.version().feature()).contains("22");
            assertThat(LibC.available()).isFalse();
            assertThat(LibC.futexWait(word, 0, 1)).isFalse();
            assertThat(LibC.membarrier()).isFalse();
        }
        assertThat(LibC.allowedCpus()).isPositive();
    }

    @Test
    void shouldCopyTheGivenNumberOfBytes() {
        final int most = (2 << 16) + 100;
        final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(most));
        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(most + 2));
        for (int i = 0; i < most; i++) {
            source.putByte(i, (byte) (i * 31 + 7 + (i >> 8)));
        }
        for (final int length : new int[] {0, 1, 4096, 1 << 16, (1 << 16) + 1, most}) {
            target.setMemory(0, most + 2, (byte) 0);
            final boolean isDone = LibC.copy(source.addressOffset(), target.addressOffset() + 1, length);
            assertThat(isDone).isEqualTo(LibC.available() && "amd64".equals(System.getProperty("os.arch")));
            assertThat(new UnsafeBuffer(target, 1, isDone ? length : 0)).isEqualTo(new UnsafeBuffer(source, 0, isDone ? length : 0));
            assertThat(target.getByte(0)).isZero();
            assertThat(target.getByte(1 + length)).isZero();
        }
    }

    @Test
    void shouldEndAFutexWaitAtAnotherValueOrAfterTheTime() {
        assumeTrue(LibC.available(), LibC.reason());
        assertThat(LibC.futexWait(word, 1, TimeUnit.MINUTES.toNanos(10))).isFalse();
        final long startNs = System.nanoTime();
        assertThat(LibC.futexWait(word, 0, 2_000_000)).isFalse();
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(2_000_000);
        assertThat(LibC.futexWait(word, 0, -1)).isFalse();
        assertThat(LibC.futexWake(word, 1)).isZero();
    }

    @Test
    void shouldWakeAWaiter() throws InterruptedException {
        assumeTrue(LibC.available(), LibC.reason());
        final CountDownLatch ready = new CountDownLatch(1);
        final boolean[] woken = new boolean[1];
        final Thread waiter = new Thread(() -> {
            ready.countDown();
            woken[0] = LibC.futexWait(word, 0, TimeUnit.SECONDS.toNanos(30));
        });
        waiter.start();
        ready.await();
        while (LibC.futexWake(word, 1) == 0) {
            Thread.onSpinWait();
        }
        waiter.join();
        assertThat(woken[0]).isTrue();
    }

    @Test
    void shouldFenceOtherProcesses() {
        assumeTrue(LibC.available(), LibC.reason());
        assertThat(LibC.membarrier()).isTrue();
    }

    @Test
    void shouldPinTheCallingThread() throws InterruptedException {
        assumeTrue(LibC.available(), LibC.reason());
        final String[] seen = new String[1];
        final int cpus = LibC.allowedCpus();
        final Thread pinned = new Thread(() -> seen[0] = LibC.pin(0) + " " + LibC.pin(-1) + " " + allowedList());
        pinned.start();
        pinned.join();
        assertThat(seen[0]).isEqualTo("true false 0");
        assertThat(LibC.allowedCpus()).isEqualTo(cpus);
    }

    @Test
    void shouldBeSwitchedOffByProperty() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(Report.class, "-Dtombolo.natives=off")) {
            assertThat(child.receive()).isEqualTo("false: switched off by tombolo.natives=off");
            assertThat(child.receive()).isEqualTo("false 0 false false");
            assertThat(child.await()).isZero();
        }
    }

    @Test
    void shouldBeOffWithoutAWarningWhenNativeAccessIsNotEnabled() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.startPlain(Report.class, List.of())) {
            assertThat(child.receive()).startsWith("false: ")
                .contains(Runtime.version().feature() >= 22 ? "--enable-native-access=ALL-UNNAMED" : "java.lang.foreign");
            assertThat(child.await()).isZero();
            assertThat(child.errors()).isEmpty();
        }
    }

    private static String allowedList() {
        try {
            return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow().split("\\s+")[1];
        } catch (final IOException e) {
            return e.toString();
        }
    }
}
