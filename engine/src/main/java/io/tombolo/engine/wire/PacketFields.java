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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes a record for people and tools: the fields of a packet in order, each a {@code Long} or a {@code String}. Handles and packets are
 * written {@code index.generation}. Accepts any bytes, and shows impossible values as they are.
 * <p>
 * This class also defines the words of two types. {@link PacketType#EAGER}: word 0 index of the packet, word 1 its generation, word 2
 * length of the message in bytes, word 3 handle of a send that wants a DONE_GET when the message has matched, or none.
 * {@link PacketType#ANTI_SEND}: word 1 handle of the send, as in its envelope.
 */
public final class PacketFields {
    private static final int PACKED_BITS = 32;
    private static final int SEND = 3;

    private PacketFields() {
    }

    /**
     * Decodes a record of a pair ring.
     *
     * @param type     code of a {@link PacketType}, or of none.
     * @param length   bytes of the body.
     * @param sequence low bits of the sender's sequence.
     * @param key      of the record.
     * @param words    six words of the body.
     * @return names and values, in order.
     */
    public static Map<String, Object> ofRecord(
        final int type, final int length, final int sequence, final long key, final List<Long> words) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        final PacketType packet = PacketType.of(type);
        if (WindowFields.isOfWindow(packet)) {
            WindowFields.fill(fields, packet, key, words);
            return fields;
        }
        if (packet == PacketType.EP_SEND) {
            endpointSend(fields, length, sequence, key, words);
            return fields;
        }
        if (packet == PacketType.EP_CONNECT || packet == PacketType.EP_DISCONNECT) {
            endpointControl(fields, packet == PacketType.EP_CONNECT, words);
            return fields;
        }
        fields.put("context", (long) Envelope.context(key));
        fields.put("tag", (long) Envelope.tag(key));
        fields.put("sequence", (long) sequence);
        if (Envelope.isReady(key)) {
            fields.put("ready", "yes");
        }
        if (packet == PacketType.SHORT) {
            fields.put("length", (long) length);
        } else if (packet == PacketType.EAGER) {
            fields.put("length", words.get(2));
            fields.put("packet", pair((int) (long) words.get(0), (int) (long) words.get(1)));
            if (words.get(SEND) != Handle.NONE) {
                fields.put("send", handle(words.get(SEND)));
            }
        } else if (packet == PacketType.ANTI_SEND) {
            fields.put("send", handle(words.get(1)));
        } else if (packet == PacketType.RTS || packet == PacketType.CONT_GET) {
            exposure(fields, words);
            if (length > Exposure.WORDS_LENGTH) {
                fields.put("first", (long) length - Exposure.WORDS_LENGTH);
            }
        } else {
            opaque(fields, words);
        }
        return fields;
    }

    private static void endpointSend(
        final Map<String, Object> fields, final int length, final int sequence, final long key, final List<Long> words) {
        fields.put("endpoint", pair(EndpointKey.index(key), EndpointKey.generation(key)));
        fields.put("sequence", (long) sequence);
        if (EndpointKey.isSolicited(key)) {
            fields.put("solicited", "yes");
        }
        switch (EndpointKey.mode(key)) {
            case EndpointKey.INLINE -> fields.put("length", (long) length);
            case EndpointKey.PACKET -> {
                fields.put("length", words.get(2));
                fields.put("packet", pair((int) (long) words.get(0), (int) (long) words.get(1)));
            }
            case EndpointKey.LONG -> exposure(fields, words);
            default -> opaque(fields, words);
        }
    }

    private static void endpointControl(final Map<String, Object> fields, final boolean isConnect, final List<Long> words) {
        fields.put("what", EndpointWords.name(isConnect, words.get(0)));
        fields.put("from", handle(words.get(1)));
        fields.put("endpoint", handle(words.get(2)));
        if (isConnect) {
            fields.put("service", words.get(SEND));
            fields.put("private", words.get(SEND + 1));
        }
    }

    static void exposure(final Map<String, Object> fields, final List<Long> words) {
        fields.put("length", words.get(0));
        fields.put("send", handle(words.get(1)));
        fields.put("place", place(words.get(2)));
        fields.put("position", words.get(3));
        fields.put("available", words.get(4));
        if (words.get(5) != Handle.NONE) {
            fields.put("receive", handle(words.get(5)));
        }
    }

    /**
     * Decodes a record of a return ring.
     *
     * @param type   code of a {@link PacketType}, or of none.
     * @param detail of the record.
     * @param words  its three words.
     * @return names and values, in order.
     */
    public static Map<String, Object> ofReturn(final int type, final int detail, final List<Long> words) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        if (PacketType.of(type) == PacketType.ANTI_SEND_OK) {
            fields.put("cancelled", detail == PacketReturn.CANCELLED ? "yes" : "no");
            fields.put("send", handle(words.get(0)));
        } else if (PacketType.of(type) == PacketType.DONE_GET && detail == PacketReturn.LONG_DROPPED) {
            fields.put("dropped", "yes");
            fields.put("send", handle(words.get(0)));
        } else if (PacketType.of(type) != PacketType.DONE_GET || detail > PacketReturn.MAX_PACKETS) {
            fields.put("detail", (long) detail);
            opaque(fields, words);
        } else if (detail == PacketReturn.LONG_MESSAGE) {
            fields.put("send", handle(words.get(0)));
            fields.put("got", words.get(1));
            fields.put("receive", handle(words.get(2)));
        } else {
            final StringBuilder packets = new StringBuilder();
            for (int i = 0; i < detail; i++) {
                final int packed = packed(words, i);
                packets.append(i == 0 ? "" : " ").append(pair(PacketReturn.index(packed), PacketReturn.generation(packed)));
            }
            fields.put("packets", packets.toString());
        }
        return fields;
    }

    /**
     * Takes one packet from the words of a {@link PacketType#DONE_GET} that gives packets back.
     *
     * @param words of the record.
     * @param index 0 to {@link PacketReturn#MAX_PACKETS} - 1.
     * @return index and generation, packed as {@link PacketReturn} says.
     */
    public static int packed(final List<Long> words, final int index) {
        return (int) (words.get(index >>> 1) >>> (index & 1) * PACKED_BITS);
    }

    private static void opaque(final Map<String, Object> fields, final List<Long> words) {
        for (int i = 0; i < words.size(); i++) {
            fields.put("word" + i, "0x" + Long.toHexString(words.get(i)));
        }
    }

    private static String place(final long place) {
        return switch (Exposure.mode(place)) {
            case Exposure.REGISTERED -> "region " + Exposure.index(place);
            case Exposure.STAGED -> lanes(Exposure.lane(place), Exposure.run(place));
            case Exposure.UNPLACED -> "none yet";
            case Exposure.LOST -> "none any more";
            default -> "0x" + Long.toHexString(place);
        };
    }

    private static String lanes(final int lane, final int run) {
        return run == 1 ? "lane " + lane : run + " lanes from " + lane + " on";
    }

    static String handle(final long handle) {
        return pair(Handle.index(handle), Handle.generation(handle));
    }

    static String pair(final int index, final int generation) {
        return Integer.toUnsignedString(index) + '.' + Integer.toUnsignedString(generation);
    }
}
