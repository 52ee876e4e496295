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
package io.tombolo.ringbuffers.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketPoolTest {
    private static final int PACKET_LENGTH = 128;
    private static final int PACKETS = 5;
    private static final int STRIDE = PacketDescriptor.stride(PACKET_LENGTH);

    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(PACKETS * STRIDE));
    private final PacketPool pool = new PacketPool(memory.addressOffset(), PACKETS, PACKET_LENGTH);
    private final PacketReader reader = new PacketReader(memory.addressOffset(), PACKETS, PACKET_LENGTH);

    /** Holds S0.6: the packet that returned last is used first. */
    @Test
    void shouldGiveTheWarmestPacketFirst() {
        final int first = pool.acquire();
        final int second = pool.acquire();
        post(first);
        post(second);
        assertThat(pool.release(first, 0)).isTrue();
        assertThat(pool.release(second, 0)).isTrue();
        assertThat(pool.acquire()).isEqualTo(second);
        assertThat(pool.acquire()).isEqualTo(first);
    }

    @Test
    void shouldGiveEachPacketOnceAndThenNone() {
        final List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            taken.add(pool.acquire());
        }
        assertThat(taken).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(pool.acquire()).isEqualTo(PacketPool.EMPTY);
        assertThat(pool.freeCount()).isZero();
        assertThat(pool.size()).isEqualTo(PACKETS);
        assertThat(pool.packetLength()).isEqualTo(PACKET_LENGTH);
    }

    /** Holds S0.8: the packets in all states add up to the size of the pool. */
    @Test
    void shouldKeepTheNumberOfPacketsOverAllStates() {
        final long seed = 77;
        final Random random = new Random(seed);
        final List<Integer> claimed = new ArrayList<>();
        final List<Integer> out = new ArrayList<>();
        final int[] generations = new int[PACKETS];
        for (int step = 0; step < 5000; step++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    final int packet = pool.acquire();
                    assertThat(packet == PacketPool.EMPTY).isEqualTo(claimed.size() + out.size() == PACKETS);
                    if (packet != PacketPool.EMPTY) {
                        claimed.add(packet);
                    }
                }
                case 1 -> {
                    if (!claimed.isEmpty()) {
                        final int packet = claimed.remove(random.nextInt(claimed.size()));
                        assertThat(post(packet)).isEqualTo(generations[packet]);
                        out.add(packet);
                    }
                }
                case 2 -> {
                    if (!claimed.isEmpty()) {
                        pool.abort(claimed.remove(random.nextInt(claimed.size())));
                    }
                }
                default -> {
                    if (!out.isEmpty()) {
                        final int packet = out.remove(random.nextInt(out.size()));
                        assertThat(pool.release(packet, generations[packet]++ & 0xFFFF)).isTrue();
                    }
                }
            }
            assertThat(states()).as("seed %d step %d", seed, step)
                .containsExactly(PACKETS - claimed.size() - out.size(), claimed.size(), out.size(), 0, 0);
            assertThat(pool.freeCount()).isEqualTo(PACKETS - claimed.size() - out.size());
        }
    }

    private int[] states() {
        final int[] counts = new int[PacketState.values().length];
        for (int packet = 0; packet < PACKETS; packet++) {
            counts[PacketDescriptor.stateCode(memory.getLong(packet * STRIDE))]++;
        }
        return counts;
    }

    /** Holds S0.29: a double return is refused. */
    @Test
    void shouldRefuseReturnsThatAreNotDueAndChangeNothing() {
        final int posted = pool.acquire();
        final int claimed = pool.acquire();
        post(posted);
        final byte[] before = snapshot();
        assertThat(pool.release(posted, 1)).as("release with another generation").isFalse();
        assertThat(pool.release(posted, -1)).isFalse();
        assertThat(pool.release(posted, 0x1_0000)).isFalse();
        assertThat(pool.release(claimed, 0)).as("release of a packet that was never sent").isFalse();
        assertThat(pool.release(PACKETS - 1, 0)).as("release of a free packet").isFalse();
        for (final int index : new int[] {-1, PACKETS, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(pool.release(index, 0)).as("index %d", index).isFalse();
        }
        assertThat(snapshot()).isEqualTo(before);
        assertThat(pool.freeCount()).isEqualTo(PACKETS - 2);
        assertThat(pool.release(posted, 0)).isTrue();
        assertThat(pool.release(posted, 0)).as("returned twice").isFalse();
        assertThat(pool.release(posted, 1)).as("returned twice, with the next generation").isFalse();
        assertThat(pool.freeCount()).isEqualTo(PACKETS - 1);
    }

    /** Holds S0.30: the owner keeps state and generation itself; the peer can change only the shared copy. */
    @Test
    void shouldNotRelyOnTheSharedStateWord() {
        final int packet = pool.acquire();
        final int generation = post(packet);
        for (int i = 0; i < PACKETS; i++) {
            memory.putLong(i * STRIDE, PacketDescriptor.stateWord(PacketState.POSTED, 7));
            assertThat(pool.release(i, 7)).isFalse();
        }
        memory.putLong(packet * STRIDE, PacketDescriptor.stateWord(PacketState.FREE, 99));
        assertThat(pool.release(packet, generation)).isTrue();
        assertThat(pool.freeCount()).isEqualTo(PACKETS);
    }

    @Test
    void shouldReclaimAHeldPacket() {
        final int packet = pool.acquire();
        final int generation = post(packet);
        memory.putLong(packet * STRIDE, PacketDescriptor.stateWord(PacketState.HELD, generation));
        assertThat(pool.release(packet, generation)).isTrue();
    }

    @Test
    void shouldReclaimAPacketWhoseRecordHadNoRoom() {
        final int packet = pool.acquire();
        final int generation = post(packet);
        pool.abort(packet);
        assertThat(pool.freeCount()).isEqualTo(PACKETS);
        assertThat(pool.release(packet, generation)).isFalse();
        assertThat(pool.acquire()).isEqualTo(packet);
        assertThat(post(packet)).isEqualTo(generation);
    }

    @Test
    void shouldServeWithOnePacketOverManyGenerations() {
        final PacketPool single = new PacketPool(memory.addressOffset(), 1, PACKET_LENGTH);
        for (int generation = 0; generation < 70_000; generation++) {
            final int packet = single.acquire();
            assertThat(packet).isZero();
            assertThat(single.acquire()).isEqualTo(PacketPool.EMPTY);
            assertThat(single.post(packet, new byte[0], Bytes.BYTES_OFFSET, 0)).isEqualTo(generation);
            assertThat(reader.isPosted(0, generation, 0)).isTrue();
            assertThat(reader.isPosted(0, generation - 1, 0)).isFalse();
            assertThat(single.release(0, generation & 0xFFFF)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 63, 64, 65, 127, 128})
    void shouldCarryPayloadOfEveryLength(final int length) {
        final byte[] sent = new byte[length];
        new Random(length).nextBytes(sent);
        for (int i = 0; i < PACKETS; i++) {
            final int packet = pool.acquire();
            final int generation = pool.post(packet, sent, Bytes.BYTES_OFFSET, length);
            assertThat(reader.isPosted(packet, generation, length)).isTrue();
            final byte[] received = new byte[length];
            reader.copy(packet, received, Bytes.BYTES_OFFSET, length);
            assertThat(received).isEqualTo(sent);
        }
        assertThat(states()).containsExactly(0, 0, PACKETS, 0, 0);
    }

    @Test
    void shouldFindNoPacketForForgedNames() {
        final int packet = pool.acquire();
        assertThat(reader.isPosted(packet, 0, 8)).as("claimed only").isFalse();
        final int generation = post(packet);
        assertThat(reader.isPosted(packet, generation, PACKET_LENGTH)).isTrue();
        for (final long length : new long[] {-1, PACKET_LENGTH + 1, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThat(reader.isPosted(packet, generation, length)).as("length %d", length).isFalse();
        }
        for (final int index : new int[] {-1, PACKETS, 1 << 15, Integer.MAX_VALUE, Integer.MIN_VALUE, packet + 1}) {
            assertThat(reader.isPosted(index, generation, 8)).as("index %d", index).isFalse();
        }
        for (final int other : new int[] {1, -1, 0x1_0000, Integer.MIN_VALUE}) {
            assertThat(reader.isPosted(packet, other, 8)).as("generation %d", other).isFalse();
        }
    }

    private int post(final int packet) {
        return pool.post(packet, new byte[8], Bytes.BYTES_OFFSET, 8);
    }

    private byte[] snapshot() {
        final byte[] bytes = new byte[memory.capacity()];
        UnsafeApi.copyMemory(null, memory.addressOffset(), bytes, Bytes.BYTES_OFFSET, bytes.length);
        return bytes;
    }
}
