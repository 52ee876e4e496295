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
 * This is a store-load pair on both sides, and only the sleeper pays: its membarrier is a full fence in every ringer, so either
 * the ringer sees the sleep or the last poll sees the record. Without natives on both sides the sleeper has only its own fence: a
 * ringer's store may still sit in its store buffer when it loads 0, and the wake-up can be lost. A store buffer drains in less time
 * than the poll between {@link #prepareSleep} and {@link #sleep} takes, some microseconds, but nothing promises that: so callers poll
 * everything in between, and bound the sleep (40 ms) as the backstop.
 * <p>
 * <b>Sleeps:</b> by futex (1); without natives in a {@link WakeUpSocket} (2); where that cannot be, or on a virtual thread, whose
 * carrier a system call would hold up, in timed parks that no other process can end (1). The word tells ringers which it is, so that
 * each pays for no more than is needed. <b>Ownership:</b> {@link #close} closes the sockets of either side.
 */
public final class Doorbell implements AutoCloseable {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int ASLEEP_AT_SOCKET = 2;
    private static final long PORTABLE_SLEEP_NS = TimeUnit.MICROSECONDS.toNanos(1800);

    private final AtomicBuffer section;
    private final long address;
    private final WakeUpSocket own;
    private final WakeUpSender ringer;
    private long rung;

    /**
     * View a doorbell section without sockets: nothing is stored, a sleeper parks where it has no futex, and a ringer leaves one that
     * sleeps at its socket to its backstop.
     *
     * @param section off-heap memory; kept reachable.
     */
    public Doorbell(final AtomicBuffer section) {
        this(section, null, null);
    }

    private Doorbell(final AtomicBuffer section, final WakeUpSocket own, final WakeUpSender ringer) {
        if (section.byteArray() != null || section.capacity() < RankFileDescriptor.DOORBELL_LENGTH) {
            throw new IllegalArgumentException("section must be off-heap: capacity=" + section.capacity());
        }
        this.section = section;
        this.address = section.addressOffset() + RankFileDescriptor.DOORBELL_OFFSET;
        this.own = own;
        this.ringer = ringer;
    }

    /**
     * The doorbell of this rank. Opens its socket if there is no futex.
     *
     * @param section of the rank's file.
     * @param socket  path of the socket.
     * @param size    number of ranks, which may all ring at once.
     */
    static Doorbell ofSleeper(final AtomicBuffer section, final Path socket, final int size) {
        return new Doorbell(section, LibC.available() ? null : WakeUpSocket.open(socket, size), null);
    }

    /**
     * The doorbell of another rank. Opens nothing before a ring finds it asleep at its socket.
     *
     * @param section of the rank's file.
     * @param socket  path of the socket.
     */
    static Doorbell ofRinger(final AtomicBuffer section, final Path socket) {
        return new Doorbell(section, null, new WakeUpSender(socket));
    }

    /**
     * Sleeper: whether other processes can end its sleeps.
     *
     * @return false if it can do no better than park for at most 1.8 ms at a time.
     */
    public boolean canWake() {
        return LibC.available() || own != null && own.isOpen();
    }

    /**
     * Sleeper: announce the sleep. Poll everything once more after this, then {@link #sleep} or {@link #awake}.
     */
    public void prepareSleep() {
        final boolean isAtSocket = own != null && own.isOpen() && !VirtualThreads.isCurrent();
        // Volatile store, then the fence: pairs with the opaque load in isAsleep(). The membarrier orders the ringer's record
        // store before that load.
        UnsafeApi.putIntVolatile(null, address, isAtSocket ? ASLEEP_AT_SOCKET : ASLEEP);
        if (!LibC.membarrier()) {
            UnsafeApi.fullFence();
        }
    }

    /**
     * Sleeper: sleep until rung or the time is up; may return early. Returns at once if rung since {@link #prepareSleep}. Without
     * futex and socket, or on a virtual thread, it is a timed park of at most 1.8 ms, so call it again. An interrupt ends the sleep, but
     * not by futex; its flag is kept. Threads of this process end a park by an unpark beside the ring.
     *
     * @param timeoutNs longest sleep; at a socket cut to whole milliseconds, and what is shorter than one is parked through.
     * @return true if the doorbell was rung.
     */
    public boolean sleep(final long timeoutNs) {
        // Acquire: pairs with the CAS in ring(), so that what the ringer stored before is seen.
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
     * Sleeper: back at work; ringers need not ring.
     */
    public void awake() {
        // Opaque store: a ringer that still sees the sleep only makes a needless CAS.
        UnsafeApi.putIntOpaque(null, address, AWAKE);
    }

    /**
     * Ringer: whether to {@link #ring}. A plain load with no fence, after the release store of the record; pairs with
     * {@link #prepareSleep}. Opaque keeps the compiler from moving it before that store.
     *
     * @return true if the rank sleeps or is about to.
     */
    public boolean isAsleep() {
        return UnsafeApi.getIntOpaque(null, address) != AWAKE;
    }

    /**
     * Ringer: wake the rank. Of several ringers one makes the system call.
     *
     * @return true if this call was the one that rang.
     */
    public boolean ring() {
        final int word = UnsafeApi.getIntOpaque(null, address);
        // Full CAS: pairs with the acquire loads in sleep().
        if (word == AWAKE || !UnsafeApi.compareAndSetInt(null, address, word, AWAKE)) {
            return false;
        }
        rung++;
        if (word != ASLEEP_AT_SOCKET) {
            LibC.futexWake(address, 1);
        } else if (own != null) {
            own.wakeUp();
        } else if (ringer != null) {
            ringer.knock();
        }
        return true;
    }

    /**
     * Ringer: how often {@link #ring} of this instance was the call that rang.
     *
     * @return count; exact if one thread rings by this instance.
     */
    public long rung() {
        return rung;
    }

    /**
     * Close the sockets, when no thread sleeps or rings any more. Idempotent. The memory is the caller's to unmap.
     */
    @Override
    public void close() {
        CloseHelper.quietCloseAll(own, ringer);
    }

    @Override
    public String toString() {
        return "Doorbell{asleep=" + isAsleep() + ", section=" + section.capacity() + "}";
    }
}
