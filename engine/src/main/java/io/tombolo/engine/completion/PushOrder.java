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
package io.tombolo.engine.completion;

/**
 * Restores the order in which operations were pushed on a stack.
 */
public final class PushOrder {
    private PushOrder() {
    }

    /**
     * Reverses a stack of operations in place.
     *
     * @param newest top of the stack, linked by {@link Operation#nextCommand}, or null.
     * @return the oldest, linked in the order of the pushes, or null.
     */
    public static Operation oldestFirst(final Operation newest) {
        Operation oldest = null;
        Operation current = newest;
        while (current != null) {
            final Operation next = current.nextCommand;
            current.nextCommand = oldest;
            oldest = current;
            current = next;
        }
        return oldest;
    }
}
