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
package io.tombolo.engine.srq;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.completion.Registered;
import io.tombolo.engine.transfer.RegisteredMemory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A protection zone with the number of its members: memory, queues and endpoints. Thread-safe, lock-free.
 */
public final class RegisteredZone extends Registered {
    private static final int FREED = -1;

    private final AtomicInteger members = new AtomicInteger();

    RegisteredZone() {
    }

    /**
     * Adds a member.
     *
     * @return false if the zone was freed.
     */
    public boolean enter() {
        return members.getAndUpdate(count -> count == FREED ? FREED : count + 1) != FREED;
    }

    /**
     * Removes a member.
     */
    public void leave() {
        members.decrementAndGet();
    }

    /**
     * Checks a segment: its region, its zone, its privileges, its range.
     *
     * @param memory    of the segment, or null if it was closed.
     * @param privilege bit that is needed.
     * @param offset    of the segment in its region.
     * @param length    bytes.
     * @return result for the application.
     */
    public CallResult check(final RegisteredMemory memory, final int privilege, final long offset, final long length) {
        if (memory == null) {
            return CallResult.PRIVILEGES_VIOLATION;
        }
        if (memory.zone() != handle()) {
            return CallResult.PROTECTION_VIOLATION;
        }
        if (!memory.allows(privilege)) {
            return CallResult.PRIVILEGES_VIOLATION;
        }
        return memory.contains(offset, length) ? CallResult.SUCCESS : CallResult.INVALID_PARAMETER;
    }

    CallResult free() {
        final int count = members.compareAndExchange(0, FREED);
        return count == 0 ? CallResult.SUCCESS : count == FREED ? CallResult.INVALID_HANDLE : CallResult.INVALID_STATE;
    }
}
