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
package io.tombolo.extensions.journal.record;

/**
 * Tells a recorder to read what is there and to end. Any thread.
 */
public final class StopRequest {
    private volatile boolean requested;

    /** Makes a request that is not given yet. */
    public StopRequest() {
    }

    /** Tells the recorder to end. */
    public void give() {
        requested = true;
    }

    /**
     * Returns whether the recorder is to end.
     *
     * @return true after {@link #give}.
     */
    public boolean isGiven() {
        return requested;
    }
}
