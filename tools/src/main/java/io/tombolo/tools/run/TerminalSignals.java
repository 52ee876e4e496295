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
 * Takes over HUP, INT and TERM of this JVM until it is closed.
 * <p>
 * {@code sun.misc.Signal} (module jdk.unsupported) is the only way to do so without native code; it is reached by
 * reflection because javac warns about its direct use. A signal that this JVM was started with as ignored stays ignored
 * ({@code nohup}), and one that this JVM reserves ({@code -Xrs}) is left alone.
 */
final class TerminalSignals implements AutoCloseable {
    private static final Signal[] TAKEN = {Signal.HUP, Signal.INT, Signal.TERM};

    private final Map<Object, Object> previousHandlers = new LinkedHashMap<>();

    /**
     * @param onSignal called by a thread of the JVM for each signal that arrives; must not block
     */
    TerminalSignals(final Consumer<Signal> onSignal) {
        for (final Signal signal : TAKEN) {
            take(signal, onSignal);
        }
    }

    /** From now on this JVM and the processes that it starts ignore a signal, if the JVM lets it be handled. */
    static void ignore(final String name) {
        try {
            final Object ignoring = Class.forName("sun.misc.SignalHandler").getField("SIG_IGN").get(null);
            handle(Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name), ignoring);
        } catch (final ReflectiveOperationException expected) {
            // A JVM without jdk.unsupported: the signal does what the system does at it.
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
            // A JVM without jdk.unsupported: its own handling of the signal ends it, and the guardian ends the ranks.
        }
    }

    /** Returns the previous handler, or null if this JVM does not let the signal be handled. */
    private static Object handle(final Object signal, final Object handler) {
        try {
            final Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            return signal.getClass().getMethod("handle", signal.getClass(), handlerType).invoke(null, signal, handler);
        } catch (final ReflectiveOperationException expected) {
            return null;
        }
    }
}
