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
package io.tombolo.engine.api.endpoint;

/**
 * What happens to a message that finds no buffer on its receive queue (S4.29).
 */
public enum EmptyQueuePolicy {
    /**
     * It waits for one, and so does what its sender sends after it on this connection; other connections go on. Short messages are kept
     * up to the budget of unexpected bytes of their sender, long ones stay with it: then the sender waits. Nothing is lost.
     */
    WAIT,
    /** The connection is broken, as a transport without back-pressure would do. */
    BREAK
}
