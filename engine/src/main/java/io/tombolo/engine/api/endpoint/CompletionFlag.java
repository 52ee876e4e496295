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
 * Which receives of an endpoint wake a thread that waits for events (S4.6).
 */
public enum CompletionFlag {
    /** Every receive. This is the default; uDAPL calls it unsignalled for endpoints of a shared receive queue. */
    UNSIGNALLED,
    /** Receives whose sender set {@link Endpoint#SOLICITED}, and receives that fail. */
    SOLICITED_WAIT,
    /** Every receive; the waiting thread chooses how many events must be there before it wakes. */
    EVD_THRESHOLD
}
