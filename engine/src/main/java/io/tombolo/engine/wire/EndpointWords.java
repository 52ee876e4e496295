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
package io.tombolo.engine.wire;

/**
 * Words of {@link PacketType#EP_CONNECT} and {@link PacketType#EP_DISCONNECT}.
 * <pre>
 *  word 0  purpose: REQUEST, ACCEPT, REJECT; or GRACEFUL, ABRUPT, BROKEN
 *  word 1  handle of the sender's endpoint: index and generation of its connection; none in a REJECT
 *  word 2  handle of the receiver's endpoint; none in a REQUEST
 *  word 3  service that is asked for, in a REQUEST; else zero
 *  word 4  private data; zero in an EP_DISCONNECT
 *  word 5  zero
 * </pre>
 */
public final class EndpointWords {
    /** Asks for a connection. */
    public static final int REQUEST = 1;
    /** Grants it. */
    public static final int ACCEPT = 2;
    /** Refuses it. */
    public static final int REJECT = 3;

    /** The sender will send nothing more, and has sent everything. */
    public static final int GRACEFUL = 1;
    /** The sender has ended the connection. */
    public static final int ABRUPT = 2;
    /** The sender has broken the connection. */
    public static final int BROKEN = 3;

    private EndpointWords() {
    }

    /**
     * Returns the name of a record's purpose, for people.
     *
     * @param isConnect true for an {@link PacketType#EP_CONNECT}, false for an {@link PacketType#EP_DISCONNECT}.
     * @param word0     as it came.
     * @return name, or the number in hexadecimal.
     */
    public static String name(final boolean isConnect, final long word0) {
        return switch ((int) Math.max(0, Math.min(word0, BROKEN + 1))) {
            case REQUEST -> isConnect ? "request" : "graceful";
            case ACCEPT -> isConnect ? "accept" : "abrupt";
            case REJECT -> isConnect ? "reject" : "broken";
            default -> "0x" + Long.toHexString(word0);
        };
    }
}
