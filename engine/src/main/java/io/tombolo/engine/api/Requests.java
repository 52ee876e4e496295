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
 * Waits for several requests at once. Arrays may hold idle requests and nulls; both are passed over. Allocates nothing. A wait sleeps as
 * one for a single request does; only where the requests belong to several engines it looks at all of them every millisecond.
 */
public final class Requests {
    /** Answer of {@link #waitAny} and {@link #testAny} if no request of the array is active. */
    public static final int NONE_ACTIVE = -1;

    /** Answer of {@link #testAny} if no request is complete yet. */
    public static final int NONE_COMPLETE = -2;

    private Requests() {
    }

    /**
     * Waits for all. Every request is finished, also if some end in errors; the first error is thrown then.
     *
     * @param requests array.
     * @throws MessagingException of the first request that ended in an error, if its communicator throws.
     */
    public static void waitAll(final Request... requests) {
        MessagingException first = null;
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                try {
                    request.await();
                } catch (final MessagingException exception) {
                    first = first == null ? exception : first;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Looks at all; finishes those that are complete.
     *
     * @param requests array.
     * @return true if none is active any more.
     * @throws MessagingException if one ended in an error and its communicator throws.
     */
    public static boolean testAll(final Request... requests) {
        boolean complete = true;
        for (final Request request : requests) {
            complete &= request == null || !request.isActive() || request.test();
        }
        return complete;
    }

    /**
     * Waits until one is complete and finishes it.
     *
     * @param requests array.
     * @return its index, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if it ended in an error and its communicator throws.
     * @throws InterruptException if the thread is interrupted; all requests stay active.
     */
    public static int waitAny(final Request... requests) {
        int index = testAny(requests);
        int idle = 0;
        while (index == NONE_COMPLETE) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while waiting for one of " + requests.length + " requests");
            }
            idle = pause(requests, idle + 1);
            index = testAny(requests);
        }
        return index;
    }

    private static int pause(final Request[] requests, final int idle) {
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                return request.work().pause(idle, requests);
            }
        }
        return idle;
    }

    /**
     * Looks once; finishes the first request that is complete.
     *
     * @param requests array.
     * @return its index, {@link #NONE_COMPLETE}, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if it ended in an error and its communicator throws.
     */
    public static int testAny(final Request... requests) {
        int answer = NONE_ACTIVE;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null && requests[i].isActive()) {
                if (requests[i].test()) {
                    return i;
                }
                answer = NONE_COMPLETE;
            }
        }
        return answer;
    }

    /**
     * Waits until at least one is complete and finishes all that are.
     *
     * @param requests array.
     * @param indices  filled with the indices of the finished ones, from 0; at least as long as the array.
     * @return how many, or {@link #NONE_ACTIVE}.
     * @throws MessagingException if one ended in an error and its communicator throws.
     * @throws InterruptException if the thread is interrupted before one is complete; all requests stay active.
     */
    public static int waitSome(final Request[] requests, final int[] indices) {
        final int first = waitAny(requests);
        if (first == NONE_ACTIVE) {
            return NONE_ACTIVE;
        }
        int count = 0;
        indices[count++] = first;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null && requests[i].isActive() && requests[i].test()) {
                indices[count++] = i;
            }
        }
        return count;
    }
}
