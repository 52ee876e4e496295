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
package io.tombolo.tools.inspect;

import io.tombolo.engine.wire.PacketFields;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.ReturnRecord;
import io.tombolo.ringbuffers.pair.RingRecord;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names of record types and of the fields of records.
 */
final class RecordNames {
    private static final String CORRUPT = "CORRUPT";

    private RecordNames() {
    }

    static String type(final int code, final boolean isCorrupt) {
        final PacketType type = PacketType.of(code);
        return isCorrupt ? CORRUPT : type == null ? "TYPE_" + code : type.name();
    }

    static Map<String, Object> fields(final RingRecord record) {
        return record.isCorrupt() ? Map.of() :
            PacketFields.ofRecord(record.type(), record.length(), record.sequence(), record.key(), record.words());
    }

    static Map<String, Object> fields(final ReturnRecord record) {
        return record.isCorrupt() ? Map.of() : PacketFields.ofReturn(record.type(), record.detail(), record.words());
    }

    /** The 64-bit words of a record, header first, each as 16 hexadecimal digits. */
    static String hex(final RingRecord record) {
        return hex(record.header()) + ' ' + hex(record.key()) + hex(record.words());
    }

    static String hex(final ReturnRecord record) {
        return hex(record.header()) + hex(record.words());
    }

    private static String hex(final List<Long> words) {
        final StringBuilder text = new StringBuilder();
        words.forEach(word -> text.append(' ').append(hex(word)));
        return text.toString();
    }

    /** A 64-bit word as 16 hexadecimal digits. */
    static String hex(final long word) {
        return String.format(Locale.ROOT, "%016x", word);
    }
}
