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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages that a handler is shown: in the order of a receive, each once, whatever the handler does.
 */
@Timeout(30)
class PollTest {
    private static final int[] LENGTHS = {0, 1, 8, 16, 17, 48, 49, 100, 1000, 4000, 4097, 8192, 8193, 65_536, 65_537, 1_000_001};
    private static final int LONGEST = 1_000_001;
    private static final int ANY = Communicator.ANY_TAG;
    private static final int ALL_BITS = -1;

    private final UnsafeBuffer memory = new UnsafeBuffer(new byte[LONGEST]);
    private final List<Integer> seen = new ArrayList<>();

    private static LocalJob job(final ThreadLevel level, final int ringKind) {
        return LocalJob.of(2, context -> context.threadLevel(level).size(GeometrySetting.RING_KIND, ringKind));
    }

    private static LocalJob single() {
        return job(ThreadLevel.SINGLE, 0);
    }

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private void send(final LocalJob job, final int tag) {
        memory.putLong(0, tag);
        world(job, 0).send(memory, 0, 8, 1, tag);
    }

    private MessageAction note(final int source, final int tag, final DirectBuffer buffer, final int offset, final int length) {
        assertThat(source).isZero();
        assertThat(buffer.getLong(offset)).isEqualTo(tag);
        seen.add(tag);
        return MessageAction.GIVE_BACK;
    }

    /** Lets the receiver meet the sender: what comes afterwards stays in the ring until it is shown. */
    private static void openPair(final LocalJob job) {
        world(job, 0).send(new byte[0], 0, 0, 1, 0);
        pollAll(job, (source, tag, buffer, offset, length) -> MessageAction.GIVE_BACK, 1);
    }

    private static int pollAll(final LocalJob job, final MessageHandler handler, final int messages) {
        int shown = 0;
        while (shown < messages) {
            TimeLimit.check();
            shown += world(job, 1).poll(handler, 7);
            job.engine(0).poll();
        }
        return shown;
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,0", "SINGLE,1", "MULTIPLE,0", "MULTIPLE,1"})
    void shouldShowMessagesOfEveryLengthAndKindInOrder(final ThreadLevel level, final int ringKind) {
        final Random random = new Random(7);
        try (LocalJob job = job(level, ringKind); MemoryRegion region = job.engine(0).allocate(LONGEST)) {
            for (int round = 0; round < 400; round++) {
                final int messages = 1 + random.nextInt(6);
                final List<Request> sends = new ArrayList<>();
                final int[] lengths = new int[messages];
                for (int i = 0; i < messages; i++) {
                    lengths[i] = LENGTHS[random.nextInt(LENGTHS.length)];
                    // The region is free again after a round.
                    final boolean isRegion = i == 0 && random.nextBoolean();
                    sends.add(send(job, region, lengths[i], i, 10L * round + i, isRegion));
                }
                final int first = round * 10;
                final int[] next = new int[1];
                pollAll(job, (source, tag, buffer, offset, length) -> {
                    assertThat(tag).isEqualTo(next[0]);
                    assertThat(length).isEqualTo(lengths[next[0]]);
                    Payloads.check(copy(buffer, offset, length), 0, length, first + next[0]);
                    next[0]++;
                    return MessageAction.GIVE_BACK;
                }, messages);
                for (final Request send : sends) {
                    while (!send.test()) {
                        TimeLimit.check();
                        job.engine(1).poll();
                    }
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    private static UnsafeBuffer copy(final DirectBuffer buffer, final int offset, final int length) {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        copy.putBytes(0, buffer, offset, length);
        return copy;
    }

    private static Request send(
        final LocalJob job, final MemoryRegion region, final int length, final int tag, final long seed, final boolean isRegion) {
        if (isRegion) {
            Payloads.fill(region.buffer(), 0, length, seed);
            return world(job, 0).isend(region.buffer(), 0, length, 1, tag);
        }
        final UnsafeBuffer from = new UnsafeBuffer(new byte[length]);
        Payloads.fill(from, 0, length, seed);
        return world(job, 0).isend(from, 0, length, 1, tag);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldKeepMessagesUntilTheyAreClosed(final ThreadLevel level) {
        final List<Message> kept = new ArrayList<>();
        try (LocalJob job = job(level, 0); MemoryRegion region = job.engine(0).allocate(LONGEST)) {
            final List<Request> sends = new ArrayList<>();
            for (int i = 0; i < LENGTHS.length; i++) {
                sends.add(send(job, region, LENGTHS[i], i, i, i == LENGTHS.length - 1));
            }
            final int[] shown = new int[1];
            while (shown[0] < LENGTHS.length) {
                TimeLimit.check();
                shown[0] += world(job, 1).poll(Communicator.ANY_SOURCE, ANY, 0, (source, tag, buffer, offset, length) -> {
                    Payloads.check(copy(buffer, offset, length), 0, length, tag);
                    return MessageAction.KEEP;
                }, 3, () -> {
                    kept.add(new Message());
                    return kept.get(kept.size() - 1);
                });
                job.engine(0).poll();
            }
            for (int i = LENGTHS.length - 1; i >= 0; i--) {
                final Message message = kept.get(i);
                assertThat(message.tag()).isEqualTo(i);
                assertThat(message.source()).isZero();
                assertThat(message.length()).isEqualTo(LENGTHS[i]);
                Payloads.check(copy(message.buffer(), 0, LENGTHS[i]), 0, LENGTHS[i], i);
                message.close();
            }
            for (final Request send : sends) {
                while (!send.test()) {
                    TimeLimit.check();
                    job.step();
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldGiveBackTheMessageOfAHandlerThatThrowsAndShowTheNext(final ThreadLevel level) {
        try (LocalJob job = job(level, 0)) {
            for (int tag = 0; tag < 20; tag++) {
                send(job, tag);
            }
            int failures = 0;
            while (seen.size() < 20) {
                TimeLimit.check();
                try {
                    world(job, 1).poll((source, tag, buffer, offset, length) -> {
                        note(source, tag, buffer, offset, length);
                        if (tag % 3 == 0) {
                            throw new IllegalStateException("tag " + tag);
                        }
                        return MessageAction.GIVE_BACK;
                    }, 5);
                } catch (final IllegalStateException expected) {
                    assertThat(expected).hasMessage("tag " + failures * 3);
                    failures++;
                }
            }
            assertThat(failures).isEqualTo(7);
            assertThat(seen).isSorted().hasSize(20);
            assertThatThrownBy(() -> {
                send(job, 3);
                pollAll(job, (source, tag, buffer, offset, length) -> MessageAction.KEEP, 1);
            }).isInstanceOf(IllegalStateException.class).hasMessageContaining("KEEP");
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,0", "SINGLE,1", "MULTIPLE,0"})
    void shouldLetAHandlerReceivePollAndAnswerWhileItsMessageStaysReadable(final ThreadLevel level, final int ringKind) {
        try (LocalJob job = job(level, ringKind)) {
            openPair(job);
            final int slots = 1024;
            for (int tag = 0; tag < slots; tag++) {
                assertThat(world(job, 0).trySend(new long[] {tag}, 0, 1, 1, tag)).isEqualTo(MessageOffers.SENT);
            }
            final UnsafeBuffer received = new UnsafeBuffer(new byte[8]);
            world(job, 1).poll((source, tag, buffer, offset, length) -> {
                assertThat(tag).isZero();
                for (int next = 1; next < 400; next++) {
                    world(job, 1).recv(received, 0, 8, 0, next, null);
                    assertThat(received.getLong(0)).isEqualTo(next);
                }
                assertThat(world(job, 1).poll((from, inner, bytes, at, size) -> {
                    assertThat(inner).isEqualTo(400);
                    world(job, 1).poll(this::note, 100);
                    assertThat(bytes.getLong(at)).isEqualTo(400);
                    return MessageAction.GIVE_BACK;
                }, 1)).isEqualTo(1);
                // The sender fills all of the ring again meanwhile.
                int sent = slots;
                for (; world(job, 0).trySend(new long[] {sent}, 0, 1, 1, sent) == MessageOffers.SENT; sent++) {
                    TimeLimit.check();
                }
                assertThat(sent).isGreaterThan(slots + 400);
                world(job, 1).send(new long[] {buffer.getLong(offset)}, 0, 1, 0, 5);
                assertThat(buffer.getLong(offset)).as("the message of the outer handler").isZero();
                return MessageAction.GIVE_BACK;
            }, 1);
            final Status status = world(job, 0).recv(received, 0, 8, 1, 5);
            assertThat(status.length()).isEqualTo(8);
            assertThat(received.getLong(0)).isZero();
            while (world(job, 1).poll(this::note, 50) > 0) {
                TimeLimit.check();
            }
            for (int i = 0; i < seen.size(); i++) {
                assertThat(seen.get(i)).isEqualTo(401 + i);
            }
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldLeaveMessagesToPostedReceivesMatchedProbesAndOtherFilters(final ThreadLevel level) {
        try (LocalJob job = job(level, 0)) {
            final UnsafeBuffer received = new UnsafeBuffer(new byte[8]);
            final Request posted = world(job, 1).irecv(received, 0, 8, 0, 4);
            final Message matched = new Message();
            for (final int tag : new int[] {3, 4, 0x15, 6, 4, 0x25}) {
                send(job, tag);
            }
            while (!world(job, 1).improbe(0, 6, matched)) {
                TimeLimit.check();
            }
            pollAll(1, 5, 0xf, job, 2);
            assertThat(seen).containsExactly(0x15, 0x25);
            assertThat(world(job, 1).poll(1, ANY, 0, this::note, 9, null)).as("from rank 1").isZero();
            pollAll(0, ANY, 0, job, 2);
            assertThat(seen).containsExactly(0x15, 0x25, 3, 4);
            assertThat(posted.await().length()).isEqualTo(8);
            assertThat(matched.buffer().getLong(0)).isEqualTo(6);
            matched.close();
            assertThat(world(job, 1).poll(this::note, 9)).isZero();
            Quiescence.assertQuiet(job);
        }
    }

    private void pollAll(final int source, final int tag, final int mask, final LocalJob job, final int messages) {
        int shown = 0;
        while (shown < messages) {
            TimeLimit.check();
            shown += world(job, 1).poll(source < 1 ? source : Communicator.ANY_SOURCE, tag, mask, this::note, 9, null);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldNotWaitForAMessageThatIsBeingFetchedNorLetOthersPassIt(final ThreadLevel level) {
        try (LocalJob job = job(level, 0)) {
            final UnsafeBuffer longMessage = new UnsafeBuffer(new byte[8 << 20]);
            longMessage.putLong(0, 1);
            final Request send = world(job, 0).isend(longMessage, 0, longMessage.capacity(), 1, 1);
            send(job, 2);
            send(job, 1);
            for (int i = 0; i < 100; i++) {
                assertThat(world(job, 1).poll(0, 1, ALL_BITS, this::note, 9, null)).as("its sender does nothing").isZero();
            }
            assertThat(world(job, 1).poll(0, 2, ALL_BITS, this::note, 9, null)).as("another filter").isEqualTo(1);
            assertThat(world(job, 1).poll(this::note, 9)).isZero();
            pollAll(job, this::note, 2);
            assertThat(seen).containsExactly(2, 1, 1);
            while (!send.test()) {
                TimeLimit.check();
                job.step();
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseWrongArguments() {
        try (LocalJob job = single()) {
            assertThatThrownBy(() -> world(job, 1).poll(null, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world(job, 1).poll(this::note, 0)).hasMessageContaining("limit=0 must be at least 1");
            assertThatThrownBy(() -> world(job, 1).poll(9, 1, ALL_BITS, this::note, 1, null)).hasMessageContaining("source=9");
            assertThatThrownBy(() -> world(job, 1).poll(0, -7, ALL_BITS, this::note, 1, null)).hasMessageContaining("tag=-7");
            assertThat(world(job, 1).poll(Communicator.NULL_RANK, 1, ALL_BITS, this::note, 1, null)).isZero();
        }
    }
}
