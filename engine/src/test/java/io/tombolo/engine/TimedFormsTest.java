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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.window.Window;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Every method that may wait has a form with a timeout: a parameter of its own, an overload with one, or a view of its object whose calls
 * have one. {@link LimitedCallsTest} holds that the calls of a view give up.
 */
class TimedFormsTest {
    // They wait for nobody else, or belong to tests.
    private static final Set<String> WITHOUT_LIMIT = Set.of("Engine.poll[]", "LocalJob.step[]", "LocalJob.kill[int]", "LocalJob.close[]");

    @Test
    void shouldHaveAFormWithATimeoutOfEveryCallThatMayWait() {
        final List<String> missing = new ArrayList<>();
        for (final Class<?> handle : PublicCalls.HANDLES) {
            for (final Method method : PublicCalls.methods(handle)) {
                final String name = handle.getSimpleName() + "." + PublicCalls.name(method);
                if (WaitingCalls.contains(handle, method) && !hasTimedForm(handle, method) && !WITHOUT_LIMIT.contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertThat(missing).as("methods that may wait, without a form with a timeout").isEmpty();
    }

    /** A call that is new here needs a case in {@code LimitedWindowTest}, unless it waits for nobody. */
    @Test
    void shouldKnowWhichCallsOfAWindowWait() {
        final Set<String> names = new TreeSet<>();
        for (final Method method : PublicCalls.methods(Window.class)) {
            if (WaitingCalls.contains(Window.class, method)) {
                names.add(method.getName());
            }
        }
        assertThat(names).containsExactlyInAnyOrder(
            "lock", "lockAll", "unlock", "unlockAll", "flush", "flushAll", "flushLocal", "flushLocalAll", "fence", "post", "start",
            "complete", "await", "test", "close", "fetchAndOp", "compareAndSwap", "put", "get", "accumulate", "getAccumulate");
    }

    @Test
    void shouldHaveAViewOfEachObjectWithManyWaitingCalls() {
        assertThat(hasView(Communicator.class)).isTrue();
        assertThat(hasView(Window.class)).isTrue();
    }

    private static boolean hasTimedForm(final Class<?> handle, final Method method) {
        final Class<?>[] parameters = method.getParameterTypes();
        // Before the parameters of which there may be any number, or behind all of them.
        return Arrays.asList(parameters).contains(TimeUnit.class) || hasView(handle) ||
            hasForm(handle, method.getName(), with(parameters, parameters.length)) ||
            method.isVarArgs() && hasForm(handle, method.getName(), with(parameters, parameters.length - 1));
    }

    private static List<Class<?>> with(final Class<?>[] parameters, final int index) {
        final List<Class<?>> timed = new ArrayList<>(Arrays.asList(parameters));
        timed.addAll(index, List.of(long.class, TimeUnit.class));
        return timed;
    }

    private static boolean hasForm(final Class<?> handle, final String name, final List<Class<?>> parameters) {
        return Arrays.stream(handle.getMethods()).anyMatch(other ->
            other.getName().equals(name) && Arrays.asList(other.getParameterTypes()).equals(parameters));
    }

    private static boolean hasView(final Class<?> handle) {
        return Arrays.stream(handle.getMethods()).anyMatch(method -> method.getName().equals("within") &&
            method.getReturnType() == handle && Arrays.equals(method.getParameterTypes(), new Class<?>[] {long.class, TimeUnit.class}));
    }
}
