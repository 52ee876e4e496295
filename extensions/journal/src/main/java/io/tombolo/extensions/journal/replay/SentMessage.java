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
package io.tombolo.extensions.journal.replay;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A message that the recorded rank has sent.
 *
 * @param number  of the message between the two ranks.
 * @param context of its communicator.
 * @param tag     of it.
 * @param length  in bytes.
 * @param bytes   of it; null if they are not recorded, because the send had not ended.
 */
record SentMessage(long number, int context, int tag, long length, byte[] bytes) {
    /** Returns whether a message that was sent now is the same. */
    boolean isSame(final int nowTag, final byte[] now) {
        return tag == nowTag && length == now.length && (bytes == null || Arrays.equals(bytes, now));
    }

    /** Describes this message. */
    String describe() {
        return describe(tag, length, bytes);
    }

    static String describe(final int tag, final long length, final byte[] bytes) {
        return length + " bytes with tag " + tag + (bytes == null ? "" : ", checksum " + checksum(bytes));
    }

    private static String checksum(final byte[] bytes) {
        final CRC32 sum = new CRC32();
        sum.update(bytes);
        return Long.toHexString(sum.getValue());
    }
}
