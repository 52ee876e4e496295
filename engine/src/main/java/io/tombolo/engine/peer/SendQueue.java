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
package io.tombolo.engine.peer;

/**
 * The cars that wait for room on the way to one peer, linked through themselves; only the head is sent (S3.20). One thread at a time.
 */
final class SendQueue {
    private Car head;
    private Car tail;
    private int length;

    void add(final Car car) {
        car.next = null;
        car.queued = true;
        if (head == null) {
            head = car;
        } else {
            tail.next = car;
        }
        tail = car;
        length++;
    }

    Car head() {
        return head;
    }

    Car remove() {
        final Car car = head;
        if (car != null) {
            head = car.next;
            car.next = null;
            car.queued = false;
            length--;
            tail = head == null ? null : tail;
        }
        return car;
    }

    /** Lets another car take the place of the head. */
    void replaceHead(final Car car) {
        if (car == head) {
            return;
        }
        car.next = head.next;
        car.queued = true;
        head.next = null;
        head.queued = false;
        tail = tail == head ? car : tail;
        head = car;
    }

    /** Takes a car out wherever it is; false if it is not in this queue. */
    boolean remove(final Car car) {
        Car before = null;
        Car at = head;
        while (at != null && at != car) {
            before = at;
            at = at.next;
        }
        if (at == null) {
            return false;
        }
        if (before == null) {
            remove();
            return true;
        }
        before.next = car.next;
        tail = tail == car ? before : tail;
        car.next = null;
        car.queued = false;
        length--;
        return true;
    }

    boolean isEmpty() {
        return head == null;
    }

    int length() {
        return length;
    }
}
