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
package io.tombolo.engine.access;

import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.endpoint.Event;
import java.lang.invoke.MethodHandles;

/**
 * Takes the implementations of {@link MessagingAccess} and {@link EndpointAccess} from the packages of the API. A class of each package
 * installs its implementation when it is initialised. This class has no initialiser of its own, and {@link ApiAccess} is initialised by
 * the engine only: so two threads that initialise a class of the API and {@link ApiAccess} at once cannot wait for each other.
 */
public final class InstalledAccess {
    // Written by the initialiser of Status and of Event, read after it: the lock of class initialisation orders the two.
    private static MessagingAccess messaging;
    private static EndpointAccess endpoints;

    private InstalledAccess() {
    }

    /**
     * Installs the implementation of the package {@code api}.
     *
     * @param access implementation.
     */
    public static void install(final MessagingAccess access) {
        messaging = access;
    }

    /**
     * Installs the implementation of the package {@code api.endpoint}.
     *
     * @param access implementation.
     */
    public static void install(final EndpointAccess access) {
        endpoints = access;
    }

    static MessagingAccess messaging() {
        initialise(Status.class);
        return messaging;
    }

    static EndpointAccess endpoints() {
        initialise(Event.class);
        return endpoints;
    }

    private static void initialise(final Class<?> type) {
        try {
            MethodHandles.lookup().ensureInitialized(type);
        } catch (final IllegalAccessException exception) {
            throw new AssertionError(exception);
        }
    }
}
