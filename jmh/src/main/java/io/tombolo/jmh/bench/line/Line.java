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
package io.tombolo.jmh.bench.line;

import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * The shared file of this process at a constant address: the tightest way to a cache line that Java has.
 * <p>
 * The file is named by the system property {@link #PATH_PROPERTY} and mapped when this class is initialised, so that its address is a
 * constant for the compiler. There is no bounds check here: arguments come from this benchmark alone, offsets from
 * {@link LineDescriptor}.
 * <p>
 * Two threads use it, one in each process: the initiator writes commands, pings and its payload, the responder pongs and its payload.
 */
public final class Line {

    /** System property that names the shared file. */
    public static final String PATH_PROPERTY = "tombolo.bench.line";

    /** System property with the size in bytes of each payload in the file. */
    public static final String PAYLOAD_PROPERTY = "tombolo.bench.payload";

    /** After so many looks a waiting thread yields, so that two processes on one core do not wait for the end of a time slice. */
    private static final int LOOKS_BEFORE_YIELD = 20_000;

    private static final MappedByteBuffer MAPPING = map();
    private static final long ADDRESS = BufferUtil.address(MAPPING);
    private static final int PAYLOAD_SIZE = Integer.getInteger(PAYLOAD_PROPERTY, 0);

    private static final long COMMAND_SEQUENCE = ADDRESS + LineDescriptor.COMMAND_SEQUENCE_OFFSET;
    private static final long COMMAND_OPERATION = ADDRESS + LineDescriptor.COMMAND_OPERATION_OFFSET;
    private static final long COMMAND_WORK = ADDRESS + LineDescriptor.COMMAND_WORK_OFFSET;
    private static final long COMMAND_ROUNDS = ADDRESS + LineDescriptor.COMMAND_ROUNDS_OFFSET;
    private static final long PING = ADDRESS + LineDescriptor.PING_OFFSET;
    private static final long PONG = ADDRESS + LineDescriptor.PONG_OFFSET;

    private Line() {
    }

    /**
     * Publishes a command. Initiator only.
     *
     * @param sequence  of the command, one more than the last.
     * @param operation code of what to do.
     * @param work      index of the work that it is about.
     * @param rounds    number of round trips.
     */
    public static void command(final long sequence, final int operation, final int work, final int rounds) {
        UnsafeApi.putInt(null, COMMAND_OPERATION, operation);
        UnsafeApi.putInt(null, COMMAND_WORK, work);
        UnsafeApi.putInt(null, COMMAND_ROUNDS, rounds);
        UnsafeApi.putLongRelease(null, COMMAND_SEQUENCE, sequence); // partner: the acquire in awaitCommand
    }

    /**
     * Waits for a command. Responder only; the three fields may be read after it.
     *
     * @param sequence to wait for.
     */
    public static void awaitCommand(final long sequence) {
        await(COMMAND_SEQUENCE, sequence); // partner: the release in command
    }

    /**
     * The operation of the command that was awaited.
     *
     * @return its code.
     */
    public static int commandOperation() {
        return UnsafeApi.getInt(null, COMMAND_OPERATION);
    }

    /**
     * The work of the command that was awaited.
     *
     * @return its index.
     */
    public static int commandWork() {
        return UnsafeApi.getInt(null, COMMAND_WORK);
    }

    /**
     * The number of round trips of the command that was awaited.
     *
     * @return their number.
     */
    public static int commandRounds() {
        return UnsafeApi.getInt(null, COMMAND_ROUNDS);
    }

    /**
     * Stores the ping word. Initiator only.
     *
     * @param value one more than the last.
     */
    public static void ping(final long value) {
        UnsafeApi.putLongRelease(null, PING, value); // partner: the acquire in awaitPing
    }

    /**
     * Waits for the ping word. Responder only.
     *
     * @param value to wait for.
     */
    public static void awaitPing(final long value) {
        await(PING, value); // partner: the release in ping
    }

    /**
     * Looks at the ping word. Responder only.
     *
     * @param value to look for.
     * @return whether it is there.
     */
    public static boolean isPing(final long value) {
        return value == UnsafeApi.getLongAcquire(null, PING); // partner: the release in ping
    }

    /**
     * Stores the pong word. Responder only.
     *
     * @param value of the ping that it answers.
     */
    public static void pong(final long value) {
        UnsafeApi.putLongRelease(null, PONG, value); // partner: the acquire in awaitPong
    }

    /**
     * Waits for the pong word. Initiator only.
     *
     * @param value to wait for.
     */
    public static void awaitPong(final long value) {
        await(PONG, value); // partner: the release in pong
    }

    /**
     * Address of one process's payload.
     *
     * @param rank 0 for the initiator, 1 for the responder.
     * @return its address.
     */
    public static long payload(final int rank) {
        return ADDRESS + LineDescriptor.payloadOffset(rank, PAYLOAD_SIZE);
    }

    /**
     * Writes all lines of a range.
     *
     * @param address of the range.
     * @param length  in bytes.
     * @param value   that each byte gets.
     */
    public static void fill(final long address, final long length, final byte value) {
        UnsafeApi.setMemory(address, length, value);
    }

    /**
     * One plain copy.
     *
     * @param from   address to read.
     * @param to     address to write.
     * @param length in bytes.
     */
    public static void copy(final long from, final long to, final long length) {
        UnsafeApi.copyMemory(from, to, length);
    }

    /**
     * Reads one byte.
     *
     * @param address of the byte.
     * @return its value.
     */
    public static byte byteAt(final long address) {
        return UnsafeApi.getByte(null, address);
    }

    private static void await(final long address, final long value) {
        int looks = 0;
        while (value != UnsafeApi.getLongAcquire(null, address)) {
            if (++looks == LOOKS_BEFORE_YIELD) {
                looks = 0;
                Thread.yield();
            }
            Thread.onSpinWait();
        }
    }

    private static MappedByteBuffer map() {
        final String path = System.getProperty(PATH_PROPERTY);
        if (null == path) {
            throw new IllegalStateException(PATH_PROPERTY + " is not set");
        }
        try {
            return LineFile.map(Path.of(path));
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
