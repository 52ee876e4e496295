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
package io.tombolo.ringbuffers.libc;

import io.tombolo.ringbuffers.setting.Settings;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * The native extras. Each is an optimisation with a portable fallback in its caller. They are off on a JDK before 22, on another system
 * than Linux on x86-64 or arm64, and without {@code --enable-native-access}.
 * <p>
 * The setting {@value #NATIVES_PROPERTY}{@code =off} switches all of them off, to test the portable fallbacks. This class reads it once,
 * when it is initialised.
 * <p>
 * Initialising this class registers the process for the {@link #membarrier()} of its peers, so a rank does it before it joins.
 * <b>Threading:</b> any thread. Nothing here allocates after a thread's first call. The errno of a failed call is not reported: callers
 * treat all errors alike, and the JVM allocates an object to return it.
 */
public final class LibC {
    /** {@code off} does without native functions; {@code on} by default. */
    public static final String NATIVES_PROPERTY = "tombolo.natives";

    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int MEMBARRIER_QUERY = 0;
    private static final int MEMBARRIER_GLOBAL_EXPEDITED = 1 << 1;
    private static final int MEMBARRIER_REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /**
     * Calls after which the JVM generates code for a method handle: it allocates then, so that happens here and not in the message path.
     */
    private static final int CUSTOMIZING_CALLS = 256;

    private static final int MOST_AT_ONCE = 1 << 16;

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final boolean ARM = "aarch64".equals(System.getProperty("os.arch"));
    private static final long FUTEX = ARM ? 98 : 202;
    private static final long SCHED_SETAFFINITY = ARM ? 122 : 203;
    private static final long MEMBARRIER = ARM ? 283 : 324;

    private static final ThreadLocal<ByteBuffer> SCRATCH = ThreadLocal.withInitial(Scratch::allocate);
    private static final MethodHandle SYSCALL;
    private static final MethodHandle MEMCPY;
    private static final String REASON;
    private static final boolean EXPEDITED;

    static {
        MethodHandle syscall = null;
        MethodHandle memcpy = null;
        String reason = obstacle();
        if (reason == null) {
            try {
                memcpy = ARM ? null : LibCBinding.memcpy();
                syscall = LibCBinding.syscall();
                reason = "on";
            } catch (final ReflectiveOperationException | RuntimeException | LinkageError e) {
                reason = "binding failed: " + (e.getCause() == null ? e : e.getCause());
            }
        }
        SYSCALL = syscall;
        MEMCPY = syscall == null ? null : memcpy;
        REASON = reason;
        EXPEDITED = syscall != null && registerForMembarrier();
        if (MEMCPY != null) {
            customizeCopy();
        }
    }

    private LibC() {
    }

    /**
     * Returns whether native functions are bound.
     *
     * @return true if they are.
     */
    public static boolean available() {
        return SYSCALL != null;
    }

    /**
     * Returns why native functions are off, for people.
     *
     * @return one line; {@code "on"} if they are bound.
     */
    public static String reason() {
        return REASON;
    }

    /**
     * Waits while a shared word has a value: a futex that works between processes. It may wake spuriously. An interrupt of the thread
     * does not end it.
     *
     * @param address   of the 4-byte aligned int.
     * @param expected  value to wait on.
     * @param timeoutNs longest wait; 0 or less returns at once.
     * @return true after a wake-up; false if the word had another value, the time was up, a signal arrived, or natives are off.
     */
    public static boolean futexWait(final long address, final int expected, final long timeoutNs) {
        return SYSCALL != null &&
            syscall(FUTEX, address, FUTEX_WAIT, expected, Scratch.timespec(SCRATCH.get(), Math.max(0, timeoutNs))) == 0;
    }

    /**
     * Wakes waiters of {@link #futexWait}, in any process.
     *
     * @param address of the int that they wait on.
     * @param count   most waiters to wake.
     * @return number of waiters woken; 0 if natives are off.
     */
    public static int futexWake(final long address, final int count) {
        return SYSCALL == null ? 0 : Math.max(0, (int) syscall(FUTEX, address, FUTEX_WAKE, count, 0));
    }

    /**
     * Executes a full memory fence in every running thread of every process that initialised this class with natives on. It is the slow
     * side of a store-load pair whose fast side then needs no fence. It does not reach peers without natives.
     *
     * @return true if done; false if it is unsupported and nothing has happened.
     */
    public static boolean membarrier() {
        return EXPEDITED && syscall(MEMBARRIER, MEMBARRIER_GLOBAL_EXPEDITED, 0, 0, 0) == 0;
    }

    /**
     * Copies memory by the C library. From some KiB on it uses the string instruction of x86-64, which fills whole cache lines without
     * fetching them from the core that had them last. Into lines of this core's own cache it is slower than a copy of the JVM. If a page is
     * missing, such as in a mapped file that was truncated, the process ends.
     *
     * @param source address.
     * @param target address; the ranges do not overlap.
     * @param length bytes, not negative.
     * @return true if done; false if natives are off or the processor is not x86-64, and nothing has happened.
     */
    public static boolean copy(final long source, final long target, final long length) {
        if (MEMCPY == null) {
            return false;
        }
        // In pieces: the JVM reaches no safepoint inside a call.
        for (long done = 0; done < length; done += MOST_AT_ONCE) {
            memcpy(target + done, source + done, Math.min(length - done, MOST_AT_ONCE));
        }
        return true;
    }

    /**
     * Binds the calling platform thread to a processor.
     *
     * @param cpu index from 0.
     * @return true if done; false if natives are off or the system refuses.
     */
    public static boolean pin(final int cpu) {
        if (SYSCALL == null || cpu < 0 || cpu >= Scratch.MASK_LENGTH * Byte.SIZE) {
            return false;
        }
        return syscall(SCHED_SETAFFINITY, 0, Scratch.MASK_LENGTH, Scratch.mask(SCRATCH.get(), cpu), 0) == 0;
    }

    /**
     * Returns the number of processors that this process may use, by affinity and container limit, when this class was initialised. A
     * pinned thread that asked later would count only its own.
     *
     * @return at least 1.
     */
    public static int allowedCpus() {
        return CPUS;
    }

    private static String obstacle() {
        try {
            if (!Settings.isOn(NATIVES_PROPERTY, "on", "off", true)) {
                return "switched off by " + NATIVES_PROPERTY + "=off";
            }
        } catch (final IllegalArgumentException refused) {
            return refused.getMessage();
        }
        final String arch = System.getProperty("os.arch");
        return ARM || "amd64".equals(arch) ? LibCBinding.obstacle() : "unknown processor " + arch;
    }

    private static boolean registerForMembarrier() {
        long commands = 0;
        for (int i = 0; i < CUSTOMIZING_CALLS; i++) {
            commands = syscall(MEMBARRIER, MEMBARRIER_QUERY, 0, 0, 0);
        }
        final int needed = MEMBARRIER_GLOBAL_EXPEDITED | MEMBARRIER_REGISTER_GLOBAL_EXPEDITED;
        return commands > 0 && (commands & needed) == needed &&
            syscall(MEMBARRIER, MEMBARRIER_REGISTER_GLOBAL_EXPEDITED, 0, 0, 0) == 0;
    }

    private static void customizeCopy() {
        final long memory = BufferUtil.address(SCRATCH.get());
        for (int i = 0; i < CUSTOMIZING_CALLS; i++) {
            copy(memory, memory + Long.BYTES, Long.BYTES);
        }
    }

    private static void memcpy(final long target, final long source, final long length) {
        try {
            final long ignored = (long) MEMCPY.invokeExact(target, source, length);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static long syscall(final long number, final long a, final long b, final long c, final long d) {
        try {
            return (long) SYSCALL.invokeExact(number, a, b, c, d, 0L, 0L);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Native memory of one thread: a timespec and a processor mask. It is a buffer of a JDK class, because an object of our class in a
     * thread-local of a foreign thread would keep our class loader from being collected.
     */
    private static final class Scratch {
        static final int MASK_LENGTH = 128;
        private static final int TIMESPEC_OFFSET = 0;
        private static final int MASK_OFFSET = 16;

        private Scratch() {
        }

        static ByteBuffer allocate() {
            return ByteBuffer.allocateDirect(MASK_OFFSET + MASK_LENGTH);
        }

        static long timespec(final ByteBuffer memory, final long durationNs) {
            final long address = BufferUtil.address(memory) + TIMESPEC_OFFSET;
            UnsafeApi.putLong(address, durationNs / NANOS_PER_SECOND);
            UnsafeApi.putLong(address + Long.BYTES, durationNs % NANOS_PER_SECOND);
            return address;
        }

        static long mask(final ByteBuffer memory, final int cpu) {
            final long address = BufferUtil.address(memory) + MASK_OFFSET;
            UnsafeApi.setMemory(address, MASK_LENGTH, (byte) 0);
            UnsafeApi.putLong(address + (cpu >> 6) * (long) Long.BYTES, 1L << (cpu & 63));
            return address;
        }
    }
}
