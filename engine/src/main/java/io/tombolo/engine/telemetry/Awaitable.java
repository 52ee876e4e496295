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
package io.tombolo.engine.telemetry;

/** Something that a thread can wait for, and that says so when the wait is shown. */
public interface Awaitable {
    /**
     * Shows that the calling thread waits for this: {@linkplain Waits#begin begins} a wait of this object, adds its entries, and publishes
     * it. Called before each sleep of the thread. Allocates nothing.
     *
     * @param waits      of the rank.
     * @param deadlineNs {@link System#nanoTime()} at which the time of the wait is up, or {@link Long#MAX_VALUE}.
     */
    void show(Waits waits, long deadlineNs);
}
