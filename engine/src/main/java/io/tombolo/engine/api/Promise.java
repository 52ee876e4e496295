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
 * Promise of a program never to do something with a new communicator (S1.25). A promise binds this rank only, and may make matching
 * cheaper. Breaking a promise is an error, and never causes a wrong match. With {@link #NO_ANY_TAG} and {@link #NO_ANY_SOURCE} together,
 * the threads of a rank can post receives independently of each other.
 */
public enum Promise {
    /** No receive or probe names {@link Communicator#ANY_TAG} or a tag mask: such a call is refused. */
    NO_ANY_TAG,
    /** No receive or probe names {@link Communicator#ANY_SOURCE}: such a call is refused. */
    NO_ANY_SOURCE,
    /** Every message is as long as the receive that takes it: a shorter message ends its receive with {@link Outcome#PROMISE_BROKEN}. */
    EXACT_LENGTH,
    /**
     * The program does not rely on the order of messages. Nothing can break this promise. The engine still keeps the order where that costs
     * nothing.
     */
    ALLOW_OVERTAKING
}
