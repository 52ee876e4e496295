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
 * The trace is a hash of the source and destination of every hop of the token so far.
 */
final class TokenDescriptor {
    /** Number of the token, from 0; {@link #STOP} tells a rank to stop. */
    static final int TOKEN_OFFSET = 0;

    /** Number of the hop that this message makes, from 1. */
    static final int HOP_OFFSET = TOKEN_OFFSET + Integer.BYTES;

    /** Trace of the hops before this one. */
    static final int TRACE_OFFSET = HOP_OFFSET + Integer.BYTES;

    /** Length of the message in bytes. */
    static final int LENGTH = TRACE_OFFSET + Long.BYTES;

    /** Value in place of the number of a token. */
    static final int STOP = -1;

    private TokenDescriptor() {
    }
}
