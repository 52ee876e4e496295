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
 * Something could not be made: nothing was, and nothing has changed.
 */
public final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Why. */
    private final CallResult result;

    /**
     * A refusal.
     *
     * @param result  why, for programs.
     * @param message why, for people: one line with {@code name=value}.
     */
    public RefusedException(final CallResult result, final String message) {
        super(result + ": " + message);
        this.result = result;
    }

    /**
     * Returns why.
     *
     * @return anything but success.
     */
    public CallResult result() {
        return result;
    }
}
