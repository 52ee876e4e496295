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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What an application sees of memory that it may read for a while: never writes, since a store to a read-only page ends the JVM, and throws
 * once the loan is over. One thread at a time, as whoever the loan belongs to.
 */
final class LentBuffer implements DirectBuffer {
    // Keeps private memory alive, which a buffer over an address does not.
    private final Object owner;
    private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private boolean isOpen;

    LentBuffer(final Object owner) {
        this.owner = owner;
    }

    /**
     * Returns the buffer to be wrapped in what is lent.
     */
    UnsafeBuffer memory() {
        return memory;
    }

    boolean isOpen() {
        return isOpen;
    }

    void isOpen(final boolean newOpen) {
        isOpen = newOpen;
        if (!newOpen) {
            memory.wrap(0, 0);
        }
    }

    private UnsafeBuffer open() {
        if (!isOpen) {
            throw new IllegalStateException("message open=false: it has ended, and its memory is the sender's again");
        }
        return memory;
    }

    private static UnsupportedOperationException fixed() {
        return new UnsupportedOperationException("the view of a message cannot be wrapped over other memory");
    }

    @Override
    public long getLong(final int index, final ByteOrder byteOrder) {
        return open().getLong(index, byteOrder);
    }

    @Override
    public long getLong(final int index) {
        return open().getLong(index);
    }

    @Override
    public int getInt(final int index, final ByteOrder byteOrder) {
        return open().getInt(index, byteOrder);
    }

    @Override
    public int getInt(final int index) {
        return open().getInt(index);
    }

    @Override
    public int parseNaturalIntAscii(final int index, final int length) {
        return open().parseNaturalIntAscii(index, length);
    }

    @Override
    public long parseNaturalLongAscii(final int index, final int length) {
        return open().parseNaturalLongAscii(index, length);
    }

    @Override
    public int parseIntAscii(final int index, final int length) {
        return open().parseIntAscii(index, length);
    }

    @Override
    public long parseLongAscii(final int index, final int length) {
        return open().parseLongAscii(index, length);
    }

    @Override
    public double getDouble(final int index, final ByteOrder byteOrder) {
        return open().getDouble(index, byteOrder);
    }

    @Override
    public double getDouble(final int index) {
        return open().getDouble(index);
    }

    @Override
    public float getFloat(final int index, final ByteOrder byteOrder) {
        return open().getFloat(index, byteOrder);
    }

    @Override
    public float getFloat(final int index) {
        return open().getFloat(index);
    }

    @Override
    public short getShort(final int index, final ByteOrder byteOrder) {
        return open().getShort(index, byteOrder);
    }

    @Override
    public short getShort(final int index) {
        return open().getShort(index);
    }

    @Override
    public char getChar(final int index, final ByteOrder byteOrder) {
        return open().getChar(index, byteOrder);
    }

    @Override
    public char getChar(final int index) {
        return open().getChar(index);
    }

    @Override
    public byte getByte(final int index) {
        return open().getByte(index);
    }

    @Override
    public void getBytes(final int index, final byte[] target) {
        open().getBytes(index, target);
    }

    @Override
    public void getBytes(final int index, final byte[] target, final int offset, final int length) {
        open().getBytes(index, target, offset, length);
    }

    @Override
    public void getBytes(final int index, final ByteBuffer target, final int length) {
        open().getBytes(index, target, length);
    }

    @Override
    public void getBytes(final int index, final ByteBuffer target, final int offset, final int length) {
        open().getBytes(index, target, offset, length);
    }

    @Override
    public String getStringAscii(final int index) {
        return open().getStringAscii(index);
    }

    @Override
    public int getStringAscii(final int index, final Appendable target) {
        return open().getStringAscii(index, target);
    }

    @Override
    public String getStringAscii(final int index, final ByteOrder byteOrder) {
        return open().getStringAscii(index, byteOrder);
    }

    @Override
    public int getStringAscii(final int index, final Appendable target, final ByteOrder byteOrder) {
        return open().getStringAscii(index, target, byteOrder);
    }

    @Override
    public String getStringAscii(final int index, final int length) {
        return open().getStringAscii(index, length);
    }

    @Override
    public int getStringAscii(final int index, final int length, final Appendable target) {
        return open().getStringAscii(index, length, target);
    }

    @Override
    public String getStringWithoutLengthAscii(final int index, final int length) {
        return open().getStringWithoutLengthAscii(index, length);
    }

    @Override
    public int getStringWithoutLengthAscii(final int index, final int length, final Appendable target) {
        return open().getStringWithoutLengthAscii(index, length, target);
    }

    @Override
    public String getStringUtf8(final int index) {
        return open().getStringUtf8(index);
    }

    @Override
    public String getStringUtf8(final int index, final ByteOrder byteOrder) {
        return open().getStringUtf8(index, byteOrder);
    }

    @Override
    public String getStringUtf8(final int index, final int length) {
        return open().getStringUtf8(index, length);
    }

    @Override
    public String getStringWithoutLengthUtf8(final int index, final int length) {
        return open().getStringWithoutLengthUtf8(index, length);
    }

    @Override
    public void boundsCheck(final int index, final int length) {
        open().boundsCheck(index, length);
    }

    @Override
    public void checkLimit(final int limit) {
        open().checkLimit(limit);
    }

    @Override
    public int capacity() {
        return open().capacity();
    }

    @Override
    public long addressOffset() {
        return open().addressOffset();
    }

    @Override
    public int wrapAdjustment() {
        return open().wrapAdjustment();
    }

    @Override
    public void wrap(final byte[] buffer) {
        throw fixed();
    }

    @Override
    public void wrap(final byte[] buffer, final int offset, final int length) {
        throw fixed();
    }

    @Override
    public void wrap(final ByteBuffer buffer) {
        throw fixed();
    }

    @Override
    public void wrap(final ByteBuffer buffer, final int offset, final int length) {
        throw fixed();
    }

    @Override
    public void wrap(final DirectBuffer buffer) {
        throw fixed();
    }

    @Override
    public void wrap(final DirectBuffer buffer, final int offset, final int length) {
        throw fixed();
    }

    @Override
    public void wrap(final long address, final int length) {
        throw fixed();
    }

    @Override
    public byte[] byteArray() {
        open();
        return null;
    }

    @Override
    public ByteBuffer byteBuffer() {
        open();
        return null;
    }

    @Override
    public void getBytes(final int index, final MutableDirectBuffer target, final int offset, final int length) {
        // Never the memory itself: the target is code of the application.
        open();
        target.putBytes(offset, this, index, length);
    }

    @Override
    public int compareTo(final DirectBuffer other) {
        return open().compareTo(other);
    }

    @Override
    public String toString() {
        return isOpen ? "view of " + memory.capacity() + " bytes of " + owner : "view of a message that has ended";
    }
}
