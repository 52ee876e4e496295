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

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Tells whether a thread is virtual. Such a thread must wait in a park, which frees its carrier thread, and not in a system call.
 */
public final class VirtualThreads {
    // Null before JDK 21, which introduced virtual threads.
    private static final MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (final NoSuchMethodException | IllegalAccessException exception) {
            return null;
        }
    }

    /**
     * Returns whether the calling thread is virtual.
     *
     * @return false for a platform thread.
     */
    public static boolean isCurrent() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (final Error | RuntimeException exception) {
            throw exception;
        } catch (final Throwable throwable) {
            throw new AssertionError(throwable);
        }
    }
}
