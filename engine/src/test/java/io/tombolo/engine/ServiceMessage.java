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
package io.tombolo.engine;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The beginning of each message of {@link ServicesSoakTest}. The rest is filled with bytes that depend on it.
 *
 * @param service of the sender.
 * @param serial  number of the sending process.
 * @param epoch   of the sender towards its receiver.
 * @param number  in the epoch, from 0.
 * @param kind    0 for traffic; else the number of the pause that begins behind this message.
 */
record ServiceMessage(int service, int serial, int epoch, int number, long kind) {
    static final int SHORTEST = 24;
    static final int LONGEST = 64 * 1024;

    private static final int SERIAL = 4;
    private static final int EPOCH = 8;
    private static final int NUMBER = 12;
    private static final int KIND = 16;

    void write(final UnsafeBuffer buffer, final int offset, final int length) {
        buffer.putInt(offset, service);
        buffer.putInt(offset + SERIAL, serial);
        buffer.putInt(offset + EPOCH, epoch);
        buffer.putInt(offset + NUMBER, number);
        buffer.putLong(offset + KIND, kind);
        Payloads.fill(buffer, offset + SHORTEST, length - SHORTEST, seed());
    }

    static ServiceMessage read(final UnsafeBuffer buffer, final int length) {
        final ServiceMessage message = new ServiceMessage(
            buffer.getInt(0), buffer.getInt(SERIAL), buffer.getInt(EPOCH), buffer.getInt(NUMBER), buffer.getLong(KIND));
        Payloads.check(buffer, SHORTEST, length - SHORTEST, message.seed());
        return message;
    }

    private long seed() {
        return ((service * 31L + serial) * 31 + epoch) * 1_000_003 + number;
    }
}
