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
 * Tags of the messages of the demonstration.
 */
final class DemoTags {
    /** Length of the file: 8 bytes from rank 0 to each other rank. */
    static final int PLAN = 1;

    /** SHA-256 digest of the bytes that rank 0 sent to a rank. */
    static final int DIGEST = 2;

    /** Answer to the digest: 8 bytes, see {@link FileReceiver#DIFFERENT}. */
    static final int VERDICT = 3;

    /** A token: {@link TokenDescriptor}. */
    static final int TOKEN = 4;

    /** Number of tokens that a rank has received: 8 bytes, sent to rank 0. */
    static final int TOKEN_COUNT = 5;

    /** Message of rank 0 in a round trip. */
    static final int PING = 6;

    /** Answer of rank 1 in a round trip, of the same length. */
    static final int PONG = 7;

    /** Pieces of the first part of the file. The tags of the other parts follow. */
    static final int FIRST_PART = 16;

    private DemoTags() {
    }
}
