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
package io.tombolo.engine.api.endpoint;

/**
 * Is shown the events that {@link EventDispatcher#poll} takes, one at a time, on the thread that polls. It may make every call of the
 * engine, also calls that wait, and polls. It may throw: the poll ends with the exception then. The event that it was shown is taken, and
 * all others stay.
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles an event.
     *
     * @param event to be read until this method returns; the same object is filled again for the next event.
     */
    void onEvent(Event event);
}
