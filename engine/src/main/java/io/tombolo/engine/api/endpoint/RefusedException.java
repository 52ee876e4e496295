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
 * An object could not be made. Nothing has changed.
 */
public final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Reason of the refusal. */
    private final CallResult result;

    /**
     * Makes the exception.
     *
     * @param result  reason, for programs.
     * @param message reason, for people: one line with {@code name=value}.
     */
    public RefusedException(final CallResult result, final String message) {
        super(result + ": " + message);
        this.result = result;
    }

    /**
     * Returns the reason.
     *
     * @return any result but {@link CallResult#SUCCESS}.
     */
    public CallResult result() {
        return result;
    }
}
