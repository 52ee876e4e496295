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
package io.tombolo.tools.demo;

/**
 * The tags of the demonstration's messages.
 */
final class DemoTags {
    /** Length of the file: 8 bytes from rank 0 to each worker. */
    static final int PLAN = 1;

    /** SHA-256 of all that rank 0 sent to a worker. */
    static final int DIGEST = 2;

    /** The worker's answer to it: 8 bytes. */
    static final int VERDICT = 3;

    /** A token: {@link TokenDescriptor}. */
    static final int TOKEN = 4;

    /** How many tokens a rank has received: 8 bytes, to rank 0. */
    static final int TOKEN_COUNT = 5;

    /** A message that is answered by one of the same length. */
    static final int PING = 6;

    /** The answer. */
    static final int PONG = 7;

    /** The pieces of the first part of the file; the other parts follow. */
    static final int FIRST_PART = 16;

    private DemoTags() {
    }
}
