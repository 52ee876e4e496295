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
 * A number at which a rank listens for connection requests. {@link InterfaceAdapter#listen} makes it. Thread-safe.
 */
public interface ServicePoint {
    /**
     * Returns the number that other ranks connect to.
     *
     * @return service.
     */
    long service();

    /**
     * Stops listening. New requests are rejected; requests that wait for an answer stay.
     *
     * @return {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();
}
