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
 * What happens to a message that finds its receive queue empty (S4.29).
 */
public enum EmptyQueuePolicy {
    /**
     * The message waits for a buffer, and so do all later messages of this connection. Other connections go on. Short messages are kept at
     * the receiver, up to the sender's budget of unexpected bytes; long messages stay with the sender, which waits. Nothing is lost.
     */
    WAIT,
    /** The connection is broken, as by a transport without back-pressure. */
    BREAK
}
