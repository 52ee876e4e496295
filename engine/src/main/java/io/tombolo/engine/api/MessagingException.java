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
package io.tombolo.engine.api;

/**
 * An operation ended with an outcome other than {@link Outcome#SUCCESS}. Misuse throws {@link IllegalArgumentException} or
 * {@link IllegalStateException} instead.
 */
public class MessagingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Outcome of the operation. */
    private final Outcome outcome;

    /**
     * Makes the exception.
     *
     * @param outcome of the operation.
     * @param message one line that names the operation and says what happened.
     */
    public MessagingException(final Outcome outcome, final String message) {
        super(message);
        this.outcome = outcome;
    }

    /**
     * Returns the outcome of the operation.
     *
     * @return outcome.
     */
    public Outcome outcome() {
        return outcome;
    }
}
