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

import io.tombolo.ringbuffers.RewrappedByteBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A view of a message in memory that is lent to the application. It cannot write, because a store to a read-only page ends the JVM. Every
 * call throws once the loan has ended. One thread at a time, as for the message.
 */
final class LentBuffer implements DirectBuffer {
    // Keeps private memory alive; a buffer over an address does not.
    private final Object owner;
    private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    // Made when it is first asked for.
    private RewrappedByteBuffer bytes;
    private boolean isOpen;

    LentBuffer(final Object owner) {
        this.owner = owner;
    }

    /**
     * Returns the buffer that the caller wraps around the lent memory before {@link #open}.
     */
    UnsafeBuffer memory() {
        return memory;
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Begins the loan. */
    void open() {
        isOpen = true;
    }

    /** Ends the loan, if there is one. */
    void close() {
        isOpen = false;
        memory.wrap(0, 0);
        if (bytes != null) {
            bytes.close();
        }
    }

    /** Returns the lent memory as a read-only byte buffer, from its start; always the same one. It has no bytes once the loan has ended. */
    ByteBuffer lentBytes() {
        if (bytes == null) {
            bytes = RewrappedByteBuffer.readOnly();
        }
        return bytes.wrap(memory.addressOffset(), memory.capacity());
    }

    /** Returns the lent memory; throws if the loan has ended. */
    private UnsafeBuffer lent() {
        if (!isOpen) {
            throw new IllegalStateException("message open=false: it has ended, and its memory is the sender's again");
        }
        return memory;
    }

    private static UnsupportedOperationException cannotWrap() {
        return new UnsupportedOperationException("the view of a message cannot be wrapped over other memory");
    }

    @Override
    public long getLong(final int index, final ByteOrder byteOrder) {
        return lent().getLong(index, byteOrder);
    }

    @Override
    public long getLong(final int index) {
        return lent().getLong(index);
    }

    @Override
    public int getInt(final int index, final ByteOrder byteOrder) {
        return lent().getInt(index, byteOrder);
    }

    @Override
    public int getInt(final int index) {
        return lent().getInt(index);
    }

    @Override
    public int parseNaturalIntAscii(final int index, final int length) {
        return lent().parseNaturalIntAscii(index, length);
    }

    @Override
    public long parseNaturalLongAscii(final int index, final int length) {
        return lent().parseNaturalLongAscii(index, length);
    }

    @Override
    public int parseIntAscii(final int index, final int length) {
        return lent().parseIntAscii(index, length);
    }

    @Override
    public long parseLongAscii(final int index, final int length) {
        return lent().parseLongAscii(index, length);
    }

    @Override
    public double getDouble(final int index, final ByteOrder byteOrder) {
        return lent().getDouble(index, byteOrder);
    }

    @Override
    public double getDouble(final int index) {
        return lent().getDouble(index);
    }

    @Override
    public float getFloat(final int index, final ByteOrder byteOrder) {
        return lent().getFloat(index, byteOrder);
    }

    @Override
    public float getFloat(final int index) {
        return lent().getFloat(index);
    }

    @Override
    public short getShort(final int index, final ByteOrder byteOrder) {
        return lent().getShort(index, byteOrder);
    }

    @Override
    public short getShort(final int index) {
        return lent().getShort(index);
    }

    @Override
    public char getChar(final int index, final ByteOrder byteOrder) {
        return lent().getChar(index, byteOrder);
    }

    @Override
    public char getChar(final int index) {
        return lent().getChar(index);
    }

    @Override
    public byte getByte(final int index) {
        return lent().getByte(index);
    }

    @Override
    public void getBytes(final int index, final byte[] target) {
        lent().getBytes(index, target);
    }

    @Override
    public void getBytes(final int index, final byte[] target, final int offset, final int length) {
        lent().getBytes(index, target, offset, length);
    }

    @Override
    public void getBytes(final int index, final ByteBuffer target, final int length) {
        lent().getBytes(index, target, length);
    }

    @Override
    public void getBytes(final int index, final ByteBuffer target, final int offset, final int length) {
        lent().getBytes(index, target, offset, length);
    }

    @Override
    public String getStringAscii(final int index) {
        return lent().getStringAscii(index);
    }

    @Override
    public int getStringAscii(final int index, final Appendable target) {
        return lent().getStringAscii(index, target);
    }

    @Override
    public String getStringAscii(final int index, final ByteOrder byteOrder) {
        return lent().getStringAscii(index, byteOrder);
    }

    @Override
    public int getStringAscii(final int index, final Appendable target, final ByteOrder byteOrder) {
        return lent().getStringAscii(index, target, byteOrder);
    }

    @Override
    public String getStringAscii(final int index, final int length) {
        return lent().getStringAscii(index, length);
    }

    @Override
    public int getStringAscii(final int index, final int length, final Appendable target) {
        return lent().getStringAscii(index, length, target);
    }

    @Override
    public String getStringWithoutLengthAscii(final int index, final int length) {
        return lent().getStringWithoutLengthAscii(index, length);
    }

    @Override
    public int getStringWithoutLengthAscii(final int index, final int length, final Appendable target) {
        return lent().getStringWithoutLengthAscii(index, length, target);
    }

    @Override
    public String getStringUtf8(final int index) {
        return lent().getStringUtf8(index);
    }

    @Override
    public String getStringUtf8(final int index, final ByteOrder byteOrder) {
        return lent().getStringUtf8(index, byteOrder);
    }

    @Override
    public String getStringUtf8(final int index, final int length) {
        return lent().getStringUtf8(index, length);
    }

    @Override
    public String getStringWithoutLengthUtf8(final int index, final int length) {
        return lent().getStringWithoutLengthUtf8(index, length);
    }

    @Override
    public void boundsCheck(final int index, final int length) {
        lent().boundsCheck(index, length);
    }

    @Override
    public void checkLimit(final int limit) {
        lent().checkLimit(limit);
    }

    @Override
    public int capacity() {
        return lent().capacity();
    }

    @Override
    public long addressOffset() {
        return lent().addressOffset();
    }

    @Override
    public int wrapAdjustment() {
        return lent().wrapAdjustment();
    }

    @Override
    public void wrap(final byte[] buffer) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final byte[] buffer, final int offset, final int length) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final ByteBuffer buffer) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final ByteBuffer buffer, final int offset, final int length) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final DirectBuffer buffer) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final DirectBuffer buffer, final int offset, final int length) {
        throw cannotWrap();
    }

    @Override
    public void wrap(final long address, final int length) {
        throw cannotWrap();
    }

    @Override
    public byte[] byteArray() {
        lent();
        return null;
    }

    @Override
    public ByteBuffer byteBuffer() {
        lent();
        return null;
    }

    @Override
    public void getBytes(final int index, final MutableDirectBuffer target, final int offset, final int length) {
        // Passes this view and not the memory itself: the target may be code of the application.
        lent();
        target.putBytes(offset, this, index, length);
    }

    @Override
    public int compareTo(final DirectBuffer other) {
        return lent().compareTo(other);
    }

    @Override
    public String toString() {
        return isOpen ? "view of " + memory.capacity() + " bytes of " + owner : "view of a message that has ended";
    }
}
