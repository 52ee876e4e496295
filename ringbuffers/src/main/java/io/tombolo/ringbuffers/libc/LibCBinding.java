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

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Optional;

/**
 * Binds functions of the C library through {@code java.lang.foreign} by reflection, so that a class compiled for JDK 17 has native access
 * on JDK 22 and later.
 */
final class LibCBinding {
    private static final int FIRST_JDK = 22;
    private static final int SYSCALL_ARGUMENTS = 7;
    private static final int MEMCPY_ARGUMENTS = 3;

    private LibCBinding() {
    }

    /**
     * Returns why this JVM cannot bind. It checks this without an access that would print a warning.
     *
     * @return the reason, or null if binding can be tried.
     */
    static String obstacle() {
        if (Runtime.version().feature() < FIRST_JDK) {
            return "JDK " + Runtime.version().feature() + " has no java.lang.foreign, " + FIRST_JDK + " or later is needed";
        }
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return "not Linux";
        }
        try {
            final Module module = LibCBinding.class.getModule();
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module) ? null :
                "native access is not enabled, start with --enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
        } catch (final ReflectiveOperationException e) {
            return e.toString();
        }
    }

    /**
     * Binds {@code long syscall(long number, long a … f)}.
     *
     * @return a handle of type (long × 7) long.
     * @throws ReflectiveOperationException if the platform refuses.
     */
    static MethodHandle syscall() throws ReflectiveOperationException {
        final Class<?> option = foreign("Linker$Option");
        return bind("syscall", SYSCALL_ARGUMENTS, option.getMethod("firstVariadicArg", int.class).invoke(null, 1));
    }

    /**
     * Binds {@code void *memcpy(void *target, void *source, size_t length)}, to be called without a transition: a call holds up a
     * safepoint.
     *
     * @return a handle of type (long × 3) long.
     * @throws ReflectiveOperationException if the platform refuses.
     */
    static MethodHandle memcpy() throws ReflectiveOperationException {
        final Class<?> option = foreign("Linker$Option");
        return bind("memcpy", MEMCPY_ARGUMENTS, option.getMethod("critical", boolean.class).invoke(null, false));
    }

    private static MethodHandle bind(final String function, final int count, final Object option) throws ReflectiveOperationException {
        final Class<?> layout = foreign("MemoryLayout");
        final Object longLayout = foreign("ValueLayout").getField("JAVA_LONG").get(null);
        final Object arguments = Array.newInstance(layout, count);
        for (int i = 0; i < count; i++) {
            Array.set(arguments, i, longLayout);
        }
        final Object descriptor = foreign("FunctionDescriptor")
            .getMethod("of", layout, arguments.getClass()).invoke(null, longLayout, arguments);

        final Object options = Array.newInstance(foreign("Linker$Option"), 1);
        Array.set(options, 0, option);

        final Class<?> linkerType = foreign("Linker");
        final Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        final Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        final Object symbol = ((Optional<?>) foreign("SymbolLookup").getMethod("find", String.class)
            .invoke(lookup, function)).orElseThrow(() -> new NoSuchMethodException(function));

        return (MethodHandle) linkerType
            .getMethod("downcallHandle", foreign("MemorySegment"), foreign("FunctionDescriptor"), options.getClass())
            .invoke(linker, symbol, descriptor, options);
    }

    private static Class<?> foreign(final String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
