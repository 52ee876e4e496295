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

import io.tombolo.engine.access.RequestDelegate;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Waits and tests for several requests. An array may contain idle requests and nulls; they count as complete, and their statuses do not
 * change. Allocates nothing. A wait sleeps like the wait for one request. If the requests belong to several engines, it wakes every
 * millisecond to test all of them.
 */
public final class Requests {
    /** Result of {@link #waitAny} and {@link #testAny} if no request of the array is active. */
    public static final int NONE_ACTIVE = -1;

    /** Result of {@link #testAny} if requests are active and none is complete. */
    public static final int NONE_COMPLETE = -2;

    private Requests() {
    }

    /**
     * Waits for all requests and completes them. If some end in errors, it completes all and then throws the first error.
     *
     * @param requests to wait for.
     * @throws MessagingException of the first request in the array that ended in an error, if its communicator throws errors.
     */
    public static void waitAll(final Request... requests) {
        MessagingException first = null;
        for (final Request request : requests) {
            if (isActive(request)) {
                try {
                    request.await();
                } catch (final MessagingException exception) {
                    first = first == null ? exception : first;
                }
            }
        }
        throwIfPresent(first);
    }

    private static void throwIfPresent(final MessagingException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Waits for all requests and completes them, but not longer than a timeout. If some end in errors, it completes all and then throws the
     * first error.
     *
     * @param requests to wait for.
     * @param timeout  longest wait, for all together.
     * @param unit     of the timeout.
     * @throws DeadlineException  if the time is up. Requests that were not complete stay active; the others are completed. An error of one
     *                            of those is added as suppressed.
     * @throws MessagingException of the first request in the array that ended in an error, if its communicator throws errors.
     */
    public static void waitAll(final Request[] requests, final long timeout, final TimeUnit unit) {
        final boolean hasLimit = unit.toNanos(timeout) != Long.MAX_VALUE && !isReplayed(requests);
        final long deadline = hasLimit ? System.nanoTime() + unit.toNanos(timeout) : 0;
        MessagingException first = null;
        DeadlineException expired = null;
        for (final Request request : requests) {
            if (isActive(request)) {
                try {
                    // Once the time is up, each of the others is looked at once.
                    request.await(hasLimit ? Math.max(0, deadline - System.nanoTime()) : Long.MAX_VALUE, TimeUnit.NANOSECONDS);
                } catch (final MessagingException exception) {
                    first = first == null ? exception : first;
                } catch (final DeadlineException exception) {
                    expired = exception;
                }
            }
        }
        if (expired != null) {
            throw expired(requests, timeout, unit, first);
        }
        throwIfPresent(first);
    }

    private static DeadlineException expired(
        final Request[] requests, final long timeout, final TimeUnit unit, final MessagingException first) {
        int active = 0;
        for (final Request request : requests) {
            if (isActive(request)) {
                request.delegate().timeUp();
                active++;
            }
        }
        final DeadlineException exception = new DeadlineException(
            "time is up after " + timeout + " " + unit.name().toLowerCase(Locale.ROOT) + " of waiting for " + requests.length +
                " requests; " + active + " of them stay active");
        if (first != null) {
            exception.addSuppressed(first);
        }
        return exception;
    }

    /**
     * Tests all requests, completes those whose operations are complete, and makes progress.
     *
     * @param requests to test.
     * @return true if none is active any more.
     * @throws MessagingException if one ended in an error and its communicator throws errors.
     */
    public static boolean testAll(final Request... requests) {
        if (lookForAll(requests)) {
            return true;
        }
        turn(requests);
        return finishComplete(requests);
    }

    private static boolean lookForAll(final Request[] requests) {
        boolean isOver = true;
        for (final Request request : requests) {
            isOver &= !isActive(request) || request.look();
        }
        return isOver;
    }

    private static boolean finishComplete(final Request[] requests) {
        boolean isOver = true;
        for (final Request request : requests) {
            isOver &= !isActive(request) || request.isComplete() && request.test();
        }
        return isOver;
    }

    private static boolean isReplayed(final Request[] requests) {
        for (final Request request : requests) {
            if (isActive(request) && request.delegate().isReplayed()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isActive(final Request request) {
        return request != null && request.isActive();
    }

    /** Makes progress for all: one turn for consecutive requests of the same engine. */
    private static void turn(final Request[] requests) {
        Object worker = null;
        for (final Request request : requests) {
            if (isActive(request) && !request.isComplete() && request.delegate().worker() != worker) {
                request.delegate().test();
                worker = request.delegate().worker();
            }
        }
    }

    /**
     * Waits until one request is complete, and completes it.
     *
     * @param requests to wait for.
     * @return index of the request, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if the request ended in an error and its communicator throws errors.
     * @throws InterruptException if the thread is interrupted; all requests stay active.
     */
    public static int waitAny(final Request... requests) {
        return waitAny(requests, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until one request is complete, but not longer than a timeout, and completes it.
     *
     * @param requests to wait for.
     * @param timeout  longest wait.
     * @param unit     of the timeout.
     * @return index of the request, or {@link #NONE_ACTIVE}.
     * @throws DeadlineException  if the time is up; all requests stay active.
     * @throws MessagingException if the request ended in an error and its communicator throws errors.
     * @throws InterruptException if the thread is interrupted; all requests stay active.
     */
    public static int waitAny(final Request[] requests, final long timeout, final TimeUnit unit) {
        int index = testAny(requests);
        if (index != NONE_COMPLETE) {
            return index;
        }
        final boolean hasLimit = unit.toNanos(timeout) != Long.MAX_VALUE && !isReplayed(requests);
        final long deadline = hasLimit ? System.nanoTime() + unit.toNanos(timeout) : 0;
        final RequestDelegate first = firstActive(requests).delegate();
        int idle = 0;
        try {
            do {
                if (Thread.currentThread().isInterrupted()) {
                    tellInterrupted(requests);
                    throw new InterruptException("interrupted while waiting for one of " + requests.length + " requests");
                }
                final long leftNs = hasLimit ? deadline - System.nanoTime() : Long.MAX_VALUE;
                idle = first.pause(idle + 1, requests, leftNs);
                index = testAny(requests);
                if (index == NONE_COMPLETE && leftNs <= 0) {
                    throw expired(requests, timeout, unit, null);
                }
            } while (index == NONE_COMPLETE);
            return index;
        } finally {
            first.endPause(requests);
        }
    }

    private static void tellInterrupted(final Request[] requests) {
        for (final Request request : requests) {
            if (isActive(request)) {
                request.delegate().interrupted();
            }
        }
    }

    /** Returns the first active request; there is one. */
    private static Request firstActive(final Request[] requests) {
        int index = 0;
        while (!isActive(requests[index])) {
            index++;
        }
        return requests[index];
    }

    /**
     * Looks for a request that is complete, completes the first that it finds, and makes progress.
     *
     * @param requests to test.
     * @return index of the request, {@link #NONE_COMPLETE}, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if the request ended in an error and its communicator throws errors.
     */
    public static int testAny(final Request... requests) {
        int index = lookForAny(requests);
        if (index == NONE_COMPLETE) {
            // A look may have completed another.
            index = finishAny(requests);
        }
        if (index == NONE_COMPLETE) {
            turn(requests);
            index = finishAny(requests);
        }
        return index;
    }

    private static int lookForAny(final Request[] requests) {
        int answer = NONE_ACTIVE;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                if (requests[i].look()) {
                    return i;
                }
                answer = NONE_COMPLETE;
            }
        }
        return answer;
    }

    private static int finishAny(final Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isComplete()) {
                requests[i].test();
                return i;
            }
        }
        return NONE_COMPLETE;
    }

    /**
     * Waits until at least one request is complete, and completes all that are.
     *
     * @param requests to wait for.
     * @param indices  to fill with the indices of the completed requests, from index 0; at least as long as the array of requests.
     * @return number of completed requests, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if one ended in an error and its communicator throws errors.
     * @throws InterruptException if the thread is interrupted before one is complete; all requests stay active.
     */
    public static int waitSome(final Request[] requests, final int[] indices) {
        return waitSome(requests, indices, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until at least one request is complete, but not longer than a timeout, and completes all that are.
     *
     * @param requests to wait for.
     * @param indices  to fill with the indices of the completed requests, as without a limit.
     * @param timeout  longest wait.
     * @param unit     of the timeout.
     * @return number of completed requests, or {@link #NONE_ACTIVE}.
     * @throws DeadlineException  if the time is up; all requests stay active.
     * @throws MessagingException if one ended in an error and its communicator throws errors.
     * @throws InterruptException if the thread is interrupted before one is complete; all requests stay active.
     */
    public static int waitSome(final Request[] requests, final int[] indices, final long timeout, final TimeUnit unit) {
        final int first = waitAny(requests, timeout, unit);
        if (first == NONE_ACTIVE) {
            return NONE_ACTIVE;
        }
        int count = 0;
        indices[count++] = first;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].look()) {
                indices[count++] = i;
            }
        }
        return count;
    }
}
