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
 * Layout of a token.
 * <pre>
 *   0         4         8         12        16
 *  +---------+---------+-------------------+
 *  | token   | hop     | trace             |
 *  +---------+---------+-------------------+
 * </pre>
 * The trace mixes the two ends of every hop that the token has made.
 */
final class TokenDescriptor {
    /** Number of the token, from 0; {@link #STOP} ends the game. */
    static final int TOKEN_OFFSET = 0;

    /** Number of the hop that this message is, from 1. */
    static final int HOP_OFFSET = TOKEN_OFFSET + Integer.BYTES;

    /** Trace of the hops before. */
    static final int TRACE_OFFSET = HOP_OFFSET + Integer.BYTES;

    /** Bytes of the message. */
    static final int LENGTH = TRACE_OFFSET + Long.BYTES;

    /** In place of a token's number. */
    static final int STOP = -1;

    private TokenDescriptor() {
    }
}
