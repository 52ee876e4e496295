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

import java.util.concurrent.TimeUnit;

/**
 * A collective call of a group that has begun and does not block. It goes on in {@link #test} and {@link #await}, and the other members do
 * not wait for this rank as long as it makes one of these calls now and then. One thread at a time.
 *
 * @param <T> type of the result.
 */
public interface GroupCall<T> {
    /**
     * Makes progress once, and looks whether the call is over.
     *
     * @return true if {@link #await()} returns or throws at once.
     */
    boolean test();

    /**
     * Waits until the call is over. Errors are thrown in either {@link ErrorMode}.
     *
     * @return its result; the same each time.
     * @throws MessagingException if the call failed; the same at all living members.
     * @throws InterruptException if the thread is interrupted; the call is still under way.
     */
    T await();

    /**
     * Waits until the call is over, but not longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return its result; the same each time.
     * @throws DeadlineException  if the time is up; the call is still under way.
     * @throws MessagingException if the call failed; the same at all living members.
     * @throws InterruptException if the thread is interrupted; the call is still under way.
     */
    T await(long timeout, TimeUnit unit);
}
