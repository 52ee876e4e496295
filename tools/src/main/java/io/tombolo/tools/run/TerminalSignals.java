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
package io.tombolo.tools.run;

import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Handles the signals HUP, INT and TERM of this JVM until it is closed.
 * <p>
 * Without native code this needs {@code sun.misc.Signal} (module jdk.unsupported), which is called by reflection because javac warns about
 * its direct use. A signal that is ignored since the start of this JVM ({@code nohup}) stays ignored. A signal that the JVM reserves
 * ({@code -Xrs}) is not handled.
 */
final class TerminalSignals implements AutoCloseable {
    private static final Signal[] TAKEN = {Signal.HUP, Signal.INT, Signal.TERM};

    private final Map<Object, Object> previousHandlers = new LinkedHashMap<>();

    /**
     * Begins to handle the signals.
     *
     * @param onSignal called by a thread of the JVM for each signal; must not block
     */
    TerminalSignals(final Consumer<Signal> onSignal) {
        for (final Signal signal : TAKEN) {
            take(signal, onSignal);
        }
    }

    /** Makes this JVM and the processes that it starts ignore a signal, if the JVM does not reserve it. */
    static void ignore(final String name) {
        try {
            final Object ignoring = Class.forName("sun.misc.SignalHandler").getField("SIG_IGN").get(null);
            handle(Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name), ignoring);
        } catch (final ReflectiveOperationException expected) {
            // A JVM without jdk.unsupported: the signal keeps its default effect.
        }
    }

    @Override
    public void close() {
        previousHandlers.forEach(TerminalSignals::handle);
        previousHandlers.clear();
    }

    private void take(final Signal signal, final Consumer<Signal> onSignal) {
        try {
            final Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            final Object handler = Proxy.newProxyInstance(
                handlerType.getClassLoader(),
                new Class<?>[] {handlerType},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> signal.hashCode();
                    case "toString" -> "TerminalSignals:" + signal;
                    default -> {
                        onSignal.accept(signal);
                        yield null;
                    }
                });
            final Object key = Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(signal.name());
            final Object previous = handle(key, handler);
            if (previous != null) {
                previousHandlers.put(key, previous);
            }
        } catch (final ReflectiveOperationException expected) {
            // A JVM without jdk.unsupported: the signal ends the JVM, and the guardian ends the ranks.
        }
    }

    /** Sets a handler. Returns the previous one, or null if this JVM reserves the signal. */
    private static Object handle(final Object signal, final Object handler) {
        try {
            final Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            return signal.getClass().getMethod("handle", signal.getClass(), handlerType).invoke(null, signal, handler);
        } catch (final ReflectiveOperationException expected) {
            return null;
        }
    }
}
