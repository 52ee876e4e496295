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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * The shared file of this process at a constant address, the fastest access to a cache line that Java has.
 * <p>
 * The system property {@link #PATH_PROPERTY} names the file. It is mapped when this class is initialised, so that its address is a constant
 * for the compiler. Nothing checks bounds: arguments come from this benchmark alone, offsets from {@link LineDescriptor}.
 * <p>
 * One thread in each process uses the file. The initiator writes commands, pings and its payload. The responder writes pongs and its
 * payload. Further processes read their commands. All but the initiator count their arrivals.
 */
public final class Line {

    /** System property that names the shared file. */
    public static final String PATH_PROPERTY = "tombolo.bench.line";

    /** System property that gives the size of each payload in bytes. */
    public static final String PAYLOAD_PROPERTY = "tombolo.bench.payload";

    /** Looks after which a waiting thread yields, so that two processes on one core do not wait for the end of a time slice. */
    private static final int LOOKS_BEFORE_YIELD = 20_000;

    private static final int LOOKS_BEFORE_YIELD_ON_SHARED_CORE = 16;

    private static final long CROWD_LOOK_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final MappedByteBuffer MAPPING = map();
    private static final long ADDRESS = BufferUtil.address(MAPPING);
    private static final int PAYLOAD_SIZE = Integer.getInteger(PAYLOAD_PROPERTY, 0);

    private static final long COMMAND = ADDRESS;
    private static final long CROWD_COMMAND = ADDRESS + LineDescriptor.CROWD_COMMAND_OFFSET;
    private static final long PING = ADDRESS + LineDescriptor.PING_OFFSET;
    private static final long PONG = ADDRESS + LineDescriptor.PONG_OFFSET;
    private static final long ARRIVALS = ADDRESS + LineDescriptor.ARRIVALS_OFFSET;
    private static final long START = ADDRESS + LineDescriptor.START_OFFSET;

    private Line() {
    }

    /**
     * Publishes a command to the responder. Only the initiator calls it.
     *
     * @param sequence  number of the command, one more than the last.
     * @param operation code of the operation.
     * @param work      index of the piece of work.
     * @param rounds    number of round trips.
     */
    public static void command(final long sequence, final int operation, final int work, final int rounds) {
        publish(COMMAND, sequence, operation, work, rounds);
    }

    /**
     * Publishes a command to all processes but the first two. Only the initiator calls it, when all of them have read the last one.
     *
     * @param sequence  number of the command, one more than the last of this kind.
     * @param operation code of the operation.
     * @param work      index of the piece of work.
     * @param rounds    number of round trips.
     */
    public static void commandCrowd(final long sequence, final int operation, final int work, final int rounds) {
        publish(CROWD_COMMAND, sequence, operation, work, rounds);
    }

    private static void publish(final long command, final long sequence, final int operation, final int work, final int rounds) {
        UnsafeApi.putInt(null, command + LineDescriptor.COMMAND_OPERATION_OFFSET, operation);
        UnsafeApi.putInt(null, command + LineDescriptor.COMMAND_WORK_OFFSET, work);
        UnsafeApi.putInt(null, command + LineDescriptor.COMMAND_ROUNDS_OFFSET, rounds);
        // partner: the acquire in await and awaitAsleep
        UnsafeApi.putLongRelease(null, command + LineDescriptor.COMMAND_SEQUENCE_OFFSET, sequence);
    }

    /**
     * Waits for a command, whose three fields may be read then. All processes but the initiator call it.
     *
     * @param crowd    whether this is not one of the first two processes; it sleeps while it waits then, and leaves them the cores.
     * @param sequence number of the command.
     */
    public static void awaitCommand(final boolean crowd, final long sequence) {
        if (crowd) {
            awaitAsleep(CROWD_COMMAND + LineDescriptor.COMMAND_SEQUENCE_OFFSET, sequence);
        } else {
            await(COMMAND + LineDescriptor.COMMAND_SEQUENCE_OFFSET, sequence); // partner: the release in publish
        }
    }

    /**
     * Reads the operation of the last awaited command.
     *
     * @param crowd as in {@link #awaitCommand}.
     * @return code of the operation.
     */
    public static int commandOperation(final boolean crowd) {
        return field(crowd, LineDescriptor.COMMAND_OPERATION_OFFSET);
    }

    /**
     * Reads the piece of work of the last awaited command.
     *
     * @param crowd as in {@link #awaitCommand}.
     * @return index of the piece of work.
     */
    public static int commandWork(final boolean crowd) {
        return field(crowd, LineDescriptor.COMMAND_WORK_OFFSET);
    }

    /**
     * Reads the round trips of the last awaited command.
     *
     * @param crowd as in {@link #awaitCommand}.
     * @return number of round trips.
     */
    public static int commandRounds(final boolean crowd) {
        return field(crowd, LineDescriptor.COMMAND_ROUNDS_OFFSET);
    }

    private static int field(final boolean crowd, final int offset) {
        return UnsafeApi.getInt(null, (crowd ? CROWD_COMMAND : COMMAND) + offset);
    }

    /**
     * Stores the ping word. Only the initiator calls it.
     *
     * @param value one more than the last.
     */
    public static void ping(final long value) {
        UnsafeApi.putLongRelease(null, PING, value); // partner: the acquire in awaitPing
    }

    /**
     * Waits for the ping word. Only the responder calls it.
     *
     * @param value value to wait for.
     */
    public static void awaitPing(final long value) {
        await(PING, value); // partner: the release in ping
    }

    /**
     * Looks at the ping word. Only the responder calls it.
     *
     * @param value value to look for.
     * @return true if the word has that value.
     */
    public static boolean isPing(final long value) {
        return value == UnsafeApi.getLongAcquire(null, PING); // partner: the release in ping
    }

    /**
     * Stores the pong word. Only the responder calls it.
     *
     * @param value value of the ping that it answers.
     */
    public static void pong(final long value) {
        UnsafeApi.putLongRelease(null, PONG, value); // partner: the acquire in awaitPong
    }

    /**
     * Waits for the pong word. Only the initiator calls it.
     *
     * @param value value to wait for.
     */
    public static void awaitPong(final long value) {
        await(PONG, value); // partner: the release in pong
    }

    /**
     * Counts this process as ready to send to the initiator. All processes but the initiator call it.
     */
    public static void arrive() {
        UnsafeApi.getAndAddLong(null, ARRIVALS, 1); // partner: the acquire in awaitArrivals
    }

    /**
     * Waits for other processes to arrive. Only the initiator calls it.
     *
     * @param count number of all arrivals so far.
     */
    public static void awaitArrivals(final long count) {
        await(ARRIVALS, count); // partner: the addition in arrive
    }

    /**
     * Says that this rank is ready to start, and how long it has taken since its last start. All processes but the initiator call it.
     *
     * @param rank      rank of this process.
     * @param start     number of the start, one more than the last.
     * @param elapsedNs nanoseconds that the other processes may read until they have started.
     */
    public static void ready(final int rank, final long start, final long elapsedNs) {
        UnsafeApi.putLong(null, ready(rank) + LineDescriptor.READY_ELAPSED_OFFSET, elapsedNs);
        UnsafeApi.putLongRelease(null, ready(rank), start); // partner: the acquire in awaitReady
    }

    /**
     * Waits until a rank is ready to start. Only the initiator calls it.
     *
     * @param rank  rank of the other process.
     * @param start number of the start.
     * @param soon  whether this process soon yields while it waits, because ranks share a core.
     * @return nanoseconds that the rank has taken since its last start.
     */
    public static long awaitReady(final int rank, final long start, final boolean soon) {
        await(ready(rank), start, looks(soon)); // partner: the release in ready
        return UnsafeApi.getLong(null, ready(rank) + LineDescriptor.READY_ELAPSED_OFFSET);
    }

    private static long ready(final int rank) {
        return ADDRESS + LineDescriptor.READY_OFFSET + (long) rank * LineDescriptor.SPACING;
    }

    /**
     * Lets all ranks start, which are ready. Only the initiator calls it.
     *
     * @param start number of the start.
     */
    public static void start(final long start) {
        UnsafeApi.putLongRelease(null, START, start); // partner: the acquire in awaitStart
    }

    /**
     * Waits for a start. All processes but the initiator call it.
     *
     * @param start number of the start.
     * @param soon  whether this process soon yields while it waits, because ranks share a core.
     */
    public static void awaitStart(final long start, final boolean soon) {
        await(START, start, looks(soon)); // partner: the release in start
    }

    private static int looks(final boolean soon) {
        return soon ? LOOKS_BEFORE_YIELD_ON_SHARED_CORE : LOOKS_BEFORE_YIELD;
    }

    /**
     * Returns the address of a payload.
     *
     * @param rank 0 for the initiator, 1 for the responder.
     * @return address in this process.
     */
    public static long payload(final int rank) {
        return ADDRESS + LineDescriptor.payloadOffset(rank, PAYLOAD_SIZE);
    }

    /**
     * Writes all bytes of a range.
     *
     * @param address address of the range.
     * @param length  length in bytes.
     * @param value   value of each byte.
     */
    public static void fill(final long address, final long length, final byte value) {
        UnsafeApi.setMemory(address, length, value);
    }

    /**
     * Copies a range with a plain copy.
     *
     * @param from   address to read.
     * @param to     address to write.
     * @param length length in bytes.
     */
    public static void copy(final long from, final long to, final long length) {
        UnsafeApi.copyMemory(from, to, length);
    }

    /**
     * Reads a byte.
     *
     * @param address address of the byte.
     * @return its value.
     */
    public static byte byteAt(final long address) {
        return UnsafeApi.getByte(null, address);
    }

    private static void await(final long address, final long value) {
        await(address, value, LOOKS_BEFORE_YIELD);
    }

    private static void await(final long address, final long value, final int looksBeforeYield) {
        int looks = 0;
        while (value != UnsafeApi.getLongAcquire(null, address)) {
            if (++looks == looksBeforeYield) {
                looks = 0;
                Thread.yield();
            }
            Thread.onSpinWait();
        }
    }

    private static void awaitAsleep(final long address, final long value) {
        while (value != UnsafeApi.getLongAcquire(null, address)) { // partner: the release in publish
            LockSupport.parkNanos(CROWD_LOOK_NS);
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
