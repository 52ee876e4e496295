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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Wakes a rank that sleeps. One word: 0 awake, 1 asleep.
 * <p>
 * <b>Roles:</b> one sleeper, the rank's progress owner; any number of ringers in any process, and other threads of the rank.
 * <pre>
 *   sleeper                                 ringer
 *   prepareSleep(): word = 1, fence         store the record (release)
 *   poll every ring once more               isAsleep(): load the word, no fence
 *   sleep(), unless something was there     ring() if asleep
 *   awake(): word = 0
 * </pre>
 * This is a store-load pair on both sides, and only the sleeper pays: its membarrier is a full fence in every ringer, so either
 * the ringer sees 1 or the last poll sees the record. Without natives on both sides the sleeper has only its own fence, a ringer's
 * store may still sit in its store buffer when it loads 0, and the wake-up can be lost: callers keep polling a little longer and
 * bound {@link #sleep} (10 ms) as the backstop.
 */
public final class Doorbell {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final long PORTABLE_SLEEP_NS = TimeUnit.MICROSECONDS.toNanos(1800);

    private final AtomicBuffer section;
    private final long address;
    private long rung;

    /**
     * View a doorbell section; nothing is stored.
     *
     * @param section off-heap memory; kept reachable.
     */
    public Doorbell(final AtomicBuffer section) {
        if (section.byteArray() != null || section.capacity() < RankFileDescriptor.DOORBELL_LENGTH) {
            throw new IllegalArgumentException("section must be off-heap: capacity=" + section.capacity());
        }
        this.section = section;
        this.address = section.addressOffset() + RankFileDescriptor.DOORBELL_OFFSET;
    }

    /**
     * Sleeper: announce the sleep. Poll everything once more after this, then {@link #sleep} or {@link #awake}.
     */
    public void prepareSleep() {
        // Volatile store, then the fence: pairs with the opaque load in isAsleep(). The membarrier orders the ringer's record
        // store before that load.
        UnsafeApi.putIntVolatile(null, address, ASLEEP);
        if (!LibC.membarrier()) {
            UnsafeApi.fullFence();
        }
    }

    /**
     * Sleeper: sleep until rung or the time is up; may return early. Returns at once if rung since {@link #prepareSleep}. Where
     * natives are off it is a timed park of at most 1.8 ms, so call it again.
     *
     * @param timeoutNs longest sleep.
     * @return true if the doorbell was rung.
     */
    public boolean sleep(final long timeoutNs) {
        // Acquire: pairs with the CAS in ring(), so that what the ringer stored before is seen.
        if (UnsafeApi.getIntAcquire(null, address) == ASLEEP) {
            if (LibC.available()) {
                LibC.futexWait(address, ASLEEP, timeoutNs);
            } else {
                LockSupport.parkNanos(this, Math.min(timeoutNs, PORTABLE_SLEEP_NS));
            }
        }
        return UnsafeApi.getIntAcquire(null, address) == AWAKE;
    }

    /**
     * Sleeper: back at work; ringers need not ring.
     */
    public void awake() {
        // Opaque store: a ringer that still sees 1 only makes a needless CAS.
        UnsafeApi.putIntOpaque(null, address, AWAKE);
    }

    /**
     * Ringer: whether to {@link #ring}. A plain load with no fence, after the release store of the record; pairs with
     * {@link #prepareSleep}. Opaque keeps the compiler from moving it before that store.
     *
     * @return true if the rank sleeps or is about to.
     */
    public boolean isAsleep() {
        return UnsafeApi.getIntOpaque(null, address) == ASLEEP;
    }

    /**
     * Ringer: wake the rank. Of several ringers one makes the system call.
     *
     * @return true if this call was the one that rang.
     */
    public boolean ring() {
        // Full CAS: pairs with the acquire loads in sleep().
        if (!UnsafeApi.compareAndSetInt(null, address, ASLEEP, AWAKE)) {
            return false;
        }
        rung++;
        LibC.futexWake(address, 1);
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

    @Override
    public String toString() {
        return "Doorbell{asleep=" + isAsleep() + ", section=" + section.capacity() + "}";
    }
}
