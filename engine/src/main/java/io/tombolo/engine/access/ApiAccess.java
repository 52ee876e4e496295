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
package io.tombolo.engine.access;

/**
 * The way to the hidden members of the API. The fields are constants for the JIT compiler, and each interface has one implementation, which
 * is final: a call is inlined as if the member were public.
 */
public final class ApiAccess {
    /** Hidden members of requests, claims, messages, statuses and segments. */
    public static final MessagingAccess MESSAGING = InstalledAccess.messaging();

    /** Hidden members of events and of the counts of receive queues. */
    public static final EndpointAccess ENDPOINTS = InstalledAccess.endpoints();

    private ApiAccess() {
    }
}
