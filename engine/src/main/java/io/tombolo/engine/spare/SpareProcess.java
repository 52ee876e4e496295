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
package io.tombolo.engine.spare;

import io.tombolo.ringbuffers.setting.Settings;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The main class of a spare process. It loads the classes of the engine and of the programs that it may run, waits for a
 * {@link SpareOrder} on its standard input, and then runs the program. It ends when its standard input ends, so it never outlives the
 * launcher.
 * <p>
 * The settings of the order become system properties. The environment still has those of the spare process, which have no rank and no name.
 */
public final class SpareProcess {
    private SpareProcess() {
    }

    /**
     * Waits, and becomes a rank.
     *
     * @param mains names of the main classes that this process may run.
     * @throws Throwable what the program throws.
     */
    public static void main(final String[] mains) throws Throwable {
        final SpareOrder order = await(mains);
        if (order == null) {
            System.exit(0);
        }
        order.properties().forEach(Settings::provide);
        try {
            entry(order.main()).invoke(null, (Object) order.arguments().toArray(String[]::new));
        } catch (final InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static SpareOrder await(final String[] mains) throws ReflectiveOperationException, IOException {
        for (final String main : mains) {
            entry(main);
        }
        WarmUp.run();
        // Not System.in, which would read ahead into the input of the program. It is not closed either.
        return SpareOrder.read(new FileInputStream(FileDescriptor.in));
    }

    /** Finds the main method of a class, which is loaded but not initialized. */
    private static Method entry(final String main) throws ReflectiveOperationException {
        final Method method = Class.forName(main, false, ClassLoader.getSystemClassLoader()).getMethod("main", String[].class);
        if (!Modifier.isStatic(method.getModifiers())) {
            throw new NoSuchMethodException(main + " has no public static void main(String[])");
        }
        method.setAccessible(true);
        return method;
    }
}
