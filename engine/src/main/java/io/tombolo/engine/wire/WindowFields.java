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

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decodes a packet of a window for people and tools; {@link WindowPacket} has the layout. Accepts any bytes.
 */
final class WindowFields {
    private static final Set<PacketType> TYPES = EnumSet.range(PacketType.LOCK, PacketType.LOCK_ACCUMULATE);
    private static final Set<PacketType> NOTICES = EnumSet.of(PacketType.LOCK, PacketType.LOCK_GRANTED, PacketType.RMA_DONE);
    private static final String[] FLAGS = {"last", "ack", "fetch", "swap", "exclusive", "tainted"};

    private WindowFields() {
    }

    static boolean isOfWindow(final PacketType type) {
        return type != null && TYPES.contains(type);
    }

    static void fill(final Map<String, Object> fields, final PacketType type, final long key, final List<Long> words) {
        fields.put("window", (long) WindowPacket.window(key));
        final StringBuilder flags = new StringBuilder();
        for (int i = 0; i < FLAGS.length; i++) {
            if (WindowPacket.has(key, 1 << i)) {
                flags.append(flags.isEmpty() ? "" : " ").append(FLAGS[i]);
            }
        }
        if (!flags.isEmpty()) {
            fields.put("flags", flags.toString());
        }
        if (NOTICES.contains(type)) {
            return;
        }
        if (WindowPacket.carriage(key) == WindowPacket.EXPOSED) {
            PacketFields.exposure(fields, words);
            fields.remove("receive");
        } else {
            fields.put("length", words.get(WindowPacket.LENGTH_WORD));
        }
        if (WindowPacket.carriage(key) == WindowPacket.PACKET) {
            final long packet = words.get(WindowPacket.DATA_WORD);
            fields.put("packet", PacketFields.pair(Handle.index(packet), Handle.generation(packet)));
        }
        if (type == PacketType.GET_RESPONSE) {
            fields.put("operation", PacketFields.handle(words.get(WindowPacket.DISPLACEMENT_WORD)));
        } else {
            fields.put("displacement", words.get(WindowPacket.DISPLACEMENT_WORD));
            if (WindowPacket.carriage(key) != WindowPacket.EXPOSED && words.get(WindowPacket.HANDLE_WORD) != Handle.NONE) {
                fields.put("operation", PacketFields.handle(words.get(WindowPacket.HANDLE_WORD)));
            }
        }
    }
}
