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

/**
 * Promise of a program when it locks a part of a {@link Window} (S2.34).
 */
public enum LockAssertion {
    /** No promise: the lock is taken. */
    NONE,
    /**
     * No other rank holds a conflicting lock, or asks for one, before the unlock: the program excludes them by other means, such as
     * messages. The lock is not taken, which saves its round trip. The unlock completes all accesses as usual. If the promise is broken,
     * the accesses of both epochs mix like those under shared locks; nothing else happens. A rank that dies in such an epoch taints the
     * part only if it was in the middle of an access by packets.
     */
    NO_CHECK
}
