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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.application.Settlement;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A thread that waits is shown in the rank file with what it waits for, and is not shown any more when its call has ended, however.
 */
@Timeout(30)
class WaitsTest {
    private static final ThreadMXBean MEASURED = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BATCHES = 40;
    private static final int MESSAGES = 10;
    private static final int TAG = 7;
    // More than the staging lanes hold.
    private static final int LONG = 8 << 20;

    private final RankThreads threads = new RankThreads();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);
    private final LocalJob job = LocalJob.of(3, context -> context.waiting(10, 4));
    private final Communicator zero = job.engine(0).world();
    private final Communicator one = job.engine(1).world();
    private final Waiting waits = Waiting.of(job.engine(0));

    @AfterEach
    void close() {
        job.close();
    }

    private void send(final int tag) {
        one.send(buffer, 0, 8, 0, tag);
    }

    private void assertOver() throws Exception {
        threads.join();
        assertThat(waits.all()).isEmpty();
        assertThat(waits.reader().notShown()).isZero();
    }

    @Test
    void shouldShowAReceive() throws Exception {
        final long before = System.nanoTime();
        final Thread thread = threads.start(() -> zero.recv(buffer, 0, 40, 1, TAG));
        final WaitReading wait = waits.await();
        assertThat(wait.call()).isEqualTo(WaitCall.RECV);
        assertThat(wait.mode()).isEqualTo(WaitMode.ALL);
        assertThat(wait.startNs()).isBetween(before, System.nanoTime());
        assertThat(wait.deadlineNs()).isZero();
        assertThat(wait.thread()).isEqualTo(thread.getName());
        assertThat(wait.entries()).hasSize(1);
        final WaitEntry entry = wait.entries().get(0);
        assertThat(entry.kind()).isEqualTo(WaitKind.RECEIVE);
        assertThat(entry.rank()).isOne();
        assertThat(entry.tag()).isEqualTo(TAG);
        assertThat(entry.length()).isEqualTo(40);
        assertThat(waits.reader().isSingle()).isFalse();
        send(TAG);
        assertOver();
        threads.start(() -> zero.recv(buffer, 0, 40, Communicator.ANY_SOURCE, Communicator.ANY_TAG));
        final WaitReading second = waits.await();
        assertThat(second.number()).isGreaterThan(wait.number());
        assertThat(second.entries().get(0).rank()).isEqualTo(WaitKind.ANY_RANK);
        assertThat(second.entries().get(0).tag()).isEqualTo(WaitKind.NO_TAG);
        assertThat(second.entries().get(0).context()).isEqualTo(entry.context());
        send(TAG);
        assertOver();
    }

    @Test
    void shouldShowALongSend() throws Exception {
        threads.start(() -> zero.send(buffer, 0, LONG, 1, TAG));
        final WaitReading wait = waits.await(any -> any.entries().get(0).kind() == WaitKind.SEND);
        assertThat(wait.call()).isEqualTo(WaitCall.SEND);
        final WaitEntry entry = wait.entries().get(0);
        assertThat(entry.rank()).isOne();
        assertThat(entry.tag()).isEqualTo(TAG);
        assertThat(entry.length()).isEqualTo(LONG);
        one.recv(buffer, 0, LONG, 0, TAG);
        assertOver();
    }

    @Test
    void shouldShowASendThatWaitsForRoom() throws Exception {
        final int messages = 1000;
        try (LocalJob other = LocalJob.of(2, context -> context.waiting(10, 4).size(GeometrySetting.RING_SLOTS, 64))) {
            final Communicator from = other.engine(0).world();
            final Communicator to = other.engine(1).world();
            threads.start(() -> {
                for (int i = 0; i < messages; i++) {
                    from.send(buffer, 0, 16, 1, i);
                }
            });
            final Waiting shown = Waiting.of(other.engine(0));
            final WaitEntry room = shown.await(any -> any.entries().get(0).kind() == WaitKind.ROOM).entries().get(0);
            assertThat(room.rank()).isOne();
            assertThat(room.length()).isEqualTo(16);
            for (int i = 0; i < messages; i++) {
                to.recv(buffer, 0, 16, 0, i);
            }
            threads.join();
            assertThat(shown.all()).isEmpty();
        }
    }

    @Test
    void shouldFindTheCallSiteOfALongWait() throws Exception {
        final Settlement settlement = new Settlement(zero);
        threads.start(() -> settlement.book(1, TAG));
        final WaitReading wait = waits.await(any -> !any.callSite().isEmpty());
        assertThat(wait.callSite()).matches("io\\.tombolo\\.tools\\.application\\.Settlement\\.book\\(Settlement\\.java:\\d+\\)");
        assertThat(wait.call()).isEqualTo(WaitCall.RECV);
        send(TAG);
        assertOver();
        threads.start(() -> settlement.bookLater(1, TAG));
        final WaitReading later = waits.await(any -> any.call() == WaitCall.WAIT);
        assertThat(later.callSite()).contains("Settlement.bookLater(");
        send(TAG);
        assertOver();
    }

    @Test
    void shouldShowAllRequestsOfAWaitForOne() throws Exception {
        final Settlement settlement = new Settlement(zero);
        threads.start(() -> settlement.bookAny(1, TAG, TAG + 1));
        final WaitReading wait = waits.await(any -> !any.callSite().isEmpty());
        assertThat(wait.call()).isEqualTo(WaitCall.WAIT_ANY);
        assertThat(wait.mode()).isEqualTo(WaitMode.ANY);
        assertThat(wait.count()).isEqualTo(2);
        assertThat(wait.entries()).extracting(WaitEntry::tag).containsExactly(TAG, TAG + 1);
        assertThat(wait.entries()).extracting(WaitEntry::length).containsExactly(8L, 4L);
        one.send(buffer, 0, 4, 0, TAG + 1);
        final WaitReading all = waits.await(any -> any.call() == WaitCall.WAIT_ALL);
        assertThat(all.mode()).isEqualTo(WaitMode.ALL);
        assertThat(all.entries()).extracting(WaitEntry::tag).containsExactly(TAG);
        send(TAG);
        assertOver();
    }

    @Test
    void shouldShowTheNumberOfACollectiveCall() throws Exception {
        final Communicator two = job.engine(2).world();
        threads.start(zero::barrier);
        final WaitReading first = waits.await();
        assertThat(first.call()).isEqualTo(WaitCall.BARRIER);
        final WaitEntry entry = first.entries().get(0);
        assertThat(entry.kind()).isEqualTo(WaitKind.COLLECTIVE);
        assertThat(entry.number()).isOne();
        assertThat(entry.length()).as("name of the world").isZero();
        assertThat(entry.rank()).isBetween(1, 2);
        threads.start(one::barrier);
        threads.start(two::barrier);
        assertOver();
        threads.start(new Settlement(zero)::copy);
        final WaitReading copy = waits.await(any -> any.call() == WaitCall.DUP);
        assertThat(copy.entries().get(0).kind()).isEqualTo(WaitKind.COLLECTIVE);
        assertThat(copy.entries().get(0).number()).isEqualTo(2);
        threads.start(new Settlement(one)::copy);
        threads.start(new Settlement(two)::copy);
        assertOver();
        threads.start(() -> zero.agree(1));
        final WaitReading agree = waits.await(any -> any.call() == WaitCall.AGREE);
        assertThat(agree.entries()).extracting(WaitEntry::kind).containsExactly(WaitKind.AGREEMENT);
        assertThat(agree.entries().get(0).number()).isOne();
        threads.start(() -> one.agree(1));
        threads.start(() -> two.agree(1));
        assertOver();
    }

    @Test
    void shouldShowTheDeadlineAndEndWithIt() throws Exception {
        final long before = System.nanoTime();
        threads.start(() -> zero.within(1, TimeUnit.HOURS).recv(buffer, 0, 8, 1, TAG));
        final long limitNs = TimeUnit.HOURS.toNanos(1);
        assertThat(waits.await().deadlineNs()).isBetween(before + limitNs, System.nanoTime() + limitNs);
        send(TAG);
        assertOver();
        threads.start(() -> assertThatThrownBy(() -> zero.within(50, TimeUnit.MILLISECONDS).probe(1, TAG, null))
            .isInstanceOf(DeadlineException.class));
        assertOver();
    }

    @Test
    void shouldEndWithAnInterrupt() throws Exception {
        for (final RankThreads.Work work : new RankThreads.Work[] {
            () -> zero.recv(buffer, 0, 8, 1, TAG), () -> zero.probe(1, TAG, null), zero::barrier,
            () -> zero.agree(1)}) {
            final Thread thread = threads.start(() -> assertThatThrownBy(work::run).isInstanceOf(InterruptException.class));
            waits.await();
            thread.interrupt();
            assertOver();
        }
    }

    @Test
    void shouldEndWithTheDeathOfTheAwaitedRank() throws Exception {
        threads.start(() -> assertThatThrownBy(() -> zero.recv(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class));
        waits.await();
        job.kill(1);
        assertOver();
    }

    @Test
    void shouldEndWithTheEngine() throws Exception {
        threads.start(() -> assertThatThrownBy(() -> zero.probe(1, TAG, null)).isInstanceOf(IllegalStateException.class));
        waits.await();
        job.engine(0).close();
        threads.join();
    }

    @Test
    void shouldShowSeveralThreadsAndCountThoseWithoutAPlace() throws Exception {
        for (int i = 0; i < 20; i++) {
            final int tag = i;
            threads.start(() -> zero.recv(new UnsafeBuffer(new byte[8]), 0, 8, 1, tag));
        }
        assertThat(waits.await(16)).extracting(wait -> wait.entries().get(0).tag()).doesNotHaveDuplicates();
        while (waits.reader().notShown() != 4) {
            TimeLimit.check();
        }
        IntStream.range(0, 20).forEach(this::send);
        assertOver();
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldSayWhetherOneThreadAloneCalls(final ThreadLevel level) throws Exception {
        try (LocalJob other = LocalJob.of(1, context -> context.threadLevel(level))) {
            final Waiting shown = Waiting.of(other.engine(0));
            assertThat(shown.reader().isSingle()).isEqualTo(level == ThreadLevel.SINGLE);
            threads.start(() -> assertThatThrownBy(() -> other.engine(0).world().recv(buffer, 0, 8, 0, TAG))
                .isInstanceOf(InterruptException.class)).interrupt();
            threads.join();
            assertThat(shown.all()).isEmpty();
        }
    }

    @Test
    void shouldStoreTheClockAgainAndAgain() {
        final long first = waits.reader().clockNs();
        while (waits.reader().clockNs() - first <= 0) {
            TimeLimit.check();
        }
        assertThat(waits.reader().clockNs()).isLessThanOrEqualTo(System.nanoTime());
    }

    @Test
    void shouldShowAWaitOfARankThatNeverSleeps() throws Exception {
        try (LocalJob other = LocalJob.of(1, context -> context.waiting(Integer.MAX_VALUE, 0))) {
            final Waiting shown = Waiting.of(other.engine(0));
            final Communicator world = other.engine(0).world();
            threads.start(() -> world.recv(buffer, 0, 8, 0, TAG));
            shown.await();
            world.send(buffer, 0, 8, 0, TAG);
            threads.join();
            assertThat(shown.all()).isEmpty();
            threads.start(() -> world.probe(0, TAG, null));
            assertThat(shown.await().entries().get(0).kind()).isEqualTo(WaitKind.PROBE);
            world.send(buffer, 0, 8, 0, TAG);
            threads.join();
            assertThat(shown.all()).isEmpty();
        }
    }

    @Test
    void shouldAllocateNothingForAShortWait() {
        final Waits shown = new Waits(new UnsafeBuffer(ByteBuffer.allocateDirect(WaitDescriptor.LENGTH)), false);
        final Operation receive = new Operation();
        receive.begin(Operation.Kind.RECEIVE);
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            final long before = MEASURED.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < MESSAGES; i++) {
                receive.show(shown, Long.MAX_VALUE);
                receive.show(shown, Long.MAX_VALUE);
                shown.end(receive);
            }
            // A batch in which this thread was stopped may allocate a call site.
            least = Math.min(least, MEASURED.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(least).isZero();
    }

    @Test
    void shouldLeaveTheWaitsOfADeadRank() throws Exception {
        threads.start(() -> assertThatThrownBy(() -> zero.recv(buffer, 0, 8, 1, TAG)).isInstanceOf(MessagingException.class));
        final WaitReading wait = waits.await();
        try (RankFile file = RankFile.attach(EngineAccess.node(job.engine(1)).job(), 0, 1)) {
            job.kill(0);
            threads.join();
            assertThat(WaitReader.attach(file.section(RankFileSection.WAITS)).readAll())
                .extracting(WaitReading::number).containsExactly(wait.number());
        }
    }
}
