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
package io.tombolo.engine.api.window;

import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;

/**
 * A call on a {@link Window} outside of the epoch that it needs ({@link Outcome#RMA_SYNC}), or with a range that the window does not have
 * there ({@link Outcome#RMA_RANGE}). Thrown before anything is queued.
 */
public final class WindowException extends MessagingException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param outcome {@link Outcome#RMA_SYNC} or {@link Outcome#RMA_RANGE}.
     * @param message one line that says what is wrong and what to do.
     */
    public WindowException(final Outcome outcome, final String message) {
        super(outcome, message);
    }
}
