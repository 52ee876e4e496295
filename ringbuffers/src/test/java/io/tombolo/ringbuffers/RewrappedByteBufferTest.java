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
package io.tombolo.ringbuffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.InvalidMarkException;
import java.nio.ReadOnlyBufferException;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;

/**
 * A byte buffer that shows other memory after each wrap, and none after its close.
 */
class RewrappedByteBufferTest {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(64);
    private final long address = BufferUtil.address(memory);

    @Test
    void shouldShowExactlyTheMemory() {
        final RewrappedByteBuffer rewrapped = RewrappedByteBuffer.writable();
        final ByteBuffer buffer = rewrapped.wrap(address + 8, 16);
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.capacity()).isEqualTo(16);
        buffer.order(ByteOrder.LITTLE_ENDIAN).position(8).mark();
        buffer.putLong(5);
        assertThat(memory.order(ByteOrder.LITTLE_ENDIAN).getLong(16)).isEqualTo(5);
        assertThatThrownBy(() -> buffer.get(16)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(rewrapped.wrap(address, 64)).isSameAs(buffer);
        assertThat(buffer.position()).isZero();
        assertThat(buffer.remaining()).isEqualTo(64);
        assertThat(buffer.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThatThrownBy(buffer::reset).isInstanceOf(InvalidMarkException.class);
    }

    @Test
    void shouldHaveNoBytesOnceItIsClosed() {
        final RewrappedByteBuffer rewrapped = RewrappedByteBuffer.writable();
        final ByteBuffer buffer = rewrapped.wrap(address, 64);
        rewrapped.close();
        assertThatThrownBy(() -> buffer.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.put(0, (byte) 1)).isInstanceOf(IndexOutOfBoundsException.class);
        buffer.clear();
        assertThatThrownBy(buffer::get).isInstanceOf(BufferUnderflowException.class);
        assertThatThrownBy(() -> buffer.limit(1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNotBeWrittenToIfItIsReadOnly() {
        final ByteBuffer buffer = RewrappedByteBuffer.readOnly().wrap(address, 64);
        memory.putLong(0, 7);
        assertThat(buffer.getLong(0)).isEqualTo(7);
        assertThatThrownBy(() -> buffer.put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
    }
}
