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

import io.tombolo.ringbuffers.libc.LibC;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Wakes a rank that sleeps. One word: 0 awake, 1 asleep, 2 asleep at its socket.
 * <p>
 * <b>Roles:</b> one sleeper, the rank's progress owner; any number of ringers in any process, and other threads of the rank.
 * <pre>
 *   sleeper                                 ringer
 *   prepareSleep(): word = 1 or 2, fence    store the record (release)
 *   poll every ring once more               isAsleep(): load the word, no fence
 *   sleep(), unless something was there     ring() if asleep
 *   awake(): word = 0
 * </pre>
 * Each side stores, then loads the other's word, and only the sleeper pays for the fence: its membarrier is a full fence in every ringer.
 * So either the ringer sees the sleep, or the last poll sees the record. Without natives on both sides the sleeper has only its own fence.
 * A ringer's store may then still be in its store buffer when it loads 0, and the wake-up can be lost. A store buffer usually drains faster
 * than the poll between {@link #prepareSleep} and {@link #sleep}, but nothing guarantees it. So callers poll everything in between, and
 * limit the sleep (40 ms) as a backstop.
 * <p>
 * <b>Sleeps:</b> by futex (1); without natives at a {@link WakeUpSocket} (2). Where there is no socket, or on a virtual thread, whose
 * carrier a system call would block, the rank sleeps in timed parks that no other process can end (1). The word tells ringers which way it
 * is, so that they make no needless system call. <b>Ownership:</b> {@link #close} closes the sockets of this side.
 */
public final class Doorbell implements AutoCloseable {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int ASLEEP_AT_SOCKET = 2;
    private static final long PORTABLE_SLEEP_NS = TimeUnit.MICROSECONDS.toNanos(1800);

    private final AtomicBuffer section;
    private final long address;
    private final WakeUpSocket own;
    private final WakeUpSender sender;
    private long rung;

    /**
     * Views a doorbell section without sockets; nothing is stored. A sleeper without a futex parks. A ringer cannot wake a rank that sleeps
     * at its socket; that rank wakes by its timeout.
     *
     * @param section off-heap memory; kept reachable.
     */
    public Doorbell(final AtomicBuffer section) {
        this(section, null, null);
    }

    private Doorbell(final AtomicBuffer section, final WakeUpSocket own, final WakeUpSender sender) {
        if (section.byteArray() != null || section.capacity() < RankFileDescriptor.DOORBELL_LENGTH) {
            throw new IllegalArgumentException("section must be off-heap: capacity=" + section.capacity());
        }
        this.section = section;
        this.address = section.addressOffset() + RankFileDescriptor.DOORBELL_OFFSET;
        this.own = own;
        this.sender = sender;
    }

    /**
     * Creates the doorbell of this rank. Opens its socket if there is no futex.
     *
     * @param section of the rank's file.
     * @param socket  path of the socket.
     * @param size    number of ranks, which may all ring at once.
     */
    static Doorbell ofSleeper(final AtomicBuffer section, final Path socket, final int size) {
        return new Doorbell(section, LibC.available() ? null : WakeUpSocket.open(socket, size), null);
    }

    /**
     * Creates a view of the doorbell of another rank. Opens nothing until a ring finds that rank asleep at its socket.
     *
     * @param section of the rank's file.
     * @param socket  path of the socket.
     */
    static Doorbell ofRinger(final AtomicBuffer section, final Path socket) {
        return new Doorbell(section, null, new WakeUpSender(socket));
    }

    /**
     * Sleeper: returns whether other processes can end its sleeps.
     *
     * @return false if it can only park, for at most 1.8 ms at a time.
     */
    public boolean canWake() {
        return LibC.available() || own != null && own.isOpen();
    }

    /**
     * Sleeper: announces the sleep. Poll everything once more after this, then {@link #sleep} or {@link #awake}.
     */
    public void prepareSleep() {
        final boolean isAtSocket = own != null && own.isOpen() && !VirtualThreads.isCurrent();
        // Volatile store, then the fence; partner: the opaque load in isAsleep(). The membarrier orders the ringer's record
        // store before that load.
        UnsafeApi.putIntVolatile(null, address, isAtSocket ? ASLEEP_AT_SOCKET : ASLEEP);
        if (!LibC.membarrier()) {
            UnsafeApi.fullFence();
        }
    }

    /**
     * Sleeper: sleeps until the doorbell rings or the time is up; may return early. Returns at once if it rang since {@link #prepareSleep}.
     * Without futex and socket, or on a virtual thread, it parks for at most 1.8 ms, so call it again. An interrupt ends the sleep, except
     * at a futex; the flag is kept. Threads of this process end a park by an unpark in addition to the ring.
     *
     * @param timeoutNs longest sleep; at a socket it is cut to whole milliseconds, and less than one is spent in a park.
     * @return true if the doorbell was rung.
     */
    public boolean sleep(final long timeoutNs) {
        // Acquire; partner: the CAS in ring(). The sleeper sees what the ringer stored before.
        final int word = UnsafeApi.getIntAcquire(null, address);
        if (word == AWAKE) {
            return true;
        }
        final long timeoutMs = TimeUnit.NANOSECONDS.toMillis(timeoutNs);
        if (LibC.available() && !VirtualThreads.isCurrent()) {
            LibC.futexWait(address, ASLEEP, timeoutNs);
        } else if (word == ASLEEP_AT_SOCKET && own != null && timeoutMs > 0) {
            own.sleep(timeoutMs);
        } else {
            LockSupport.parkNanos(this, Math.min(timeoutNs, PORTABLE_SLEEP_NS));
        }
        return UnsafeApi.getIntAcquire(null, address) == AWAKE;
    }

    /**
     * Sleeper: withdraws the announcement; ringers need not ring.
     */
    public void awake() {
        // Opaque store: a ringer that still sees the sleep only makes a needless CAS.
        UnsafeApi.putIntOpaque(null, address, AWAKE);
    }

    /**
     * Ringer: returns whether to {@link #ring}. An opaque load without a fence, after the release store of the record; opaque keeps the
     * compiler from moving it before that store. Partner: {@link #prepareSleep}.
     *
     * @return true if the rank sleeps or is about to.
     */
    public boolean isAsleep() {
        return UnsafeApi.getIntOpaque(null, address) != AWAKE;
    }

    /**
     * Ringer: wakes the rank. Of several ringers one makes the system call.
     *
     * @return true if this call was the one that rang.
     */
    public boolean ring() {
        final int word = UnsafeApi.getIntOpaque(null, address);
        // Full CAS; partner: the acquire loads in sleep().
        if (word == AWAKE || !UnsafeApi.compareAndSetInt(null, address, word, AWAKE)) {
            return false;
        }
        rung++;
        if (word != ASLEEP_AT_SOCKET) {
            LibC.futexWake(address, 1);
        } else if (own != null) {
            own.wakeUp();
        } else if (sender != null) {
            sender.send();
        }
        return true;
    }

    /**
     * Ringer: returns how often a call of {@link #ring} on this instance woke the rank.
     *
     * @return count; exact if one thread uses this instance.
     */
    public long rung() {
        return rung;
    }

    /**
     * Closes the sockets. Call it when no thread sleeps or rings any more. Idempotent. The caller unmaps the memory.
     */
    @Override
    public void close() {
        CloseHelper.quietCloseAll(own, sender);
    }

    @Override
    public String toString() {
        return "Doorbell{asleep=" + isAsleep() + ", section=" + section.capacity() + "}";
    }
}
