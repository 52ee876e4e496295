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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EndpointKeyTest {
    private static final List<Long> WORDS = List.of(1L, Handle.pack(2, 3), Handle.pack(4, 5), 6L, 7L, 0L);

    @Test
    void shouldUnpackThePackedValues() {
        for (final int index : new int[] {0, 1, EndpointKey.MAX_ENDPOINTS - 1}) {
            for (final int generation : new int[] {1, 77, Integer.MAX_VALUE, -1}) {
                for (int mode = EndpointKey.INLINE; mode <= EndpointKey.LONG; mode++) {
                    for (final boolean isSolicited : new boolean[] {false, true}) {
                        final long key = EndpointKey.of(EndpointKey.pack(index, generation), mode, isSolicited);
                        assertThat(EndpointKey.index(key)).isEqualTo(index);
                        assertThat(EndpointKey.generation(key)).isEqualTo(generation);
                        assertThat(EndpointKey.mode(key)).isEqualTo(mode);
                        assertThat(EndpointKey.isSolicited(key)).isEqualTo(isSolicited);
                        assertThat(EndpointKey.isMalformed(key)).isFalse();
                    }
                }
            }
        }
    }

    @Test
    void shouldNoticeUnusedBits() {
        assertThat(EndpointKey.isMalformed(3L << 48)).isTrue();
        assertThat(EndpointKey.isMalformed(1L << 51)).isTrue();
        assertThat(EndpointKey.isMalformed(-1L)).isTrue();
    }

    @Test
    void shouldNameTheFieldsOfItsRecords() {
        final long key = EndpointKey.of(EndpointKey.pack(8, 9), EndpointKey.INLINE, true);
        assertThat(PacketFields.ofRecord(PacketType.EP_SEND.code(), 11, 12, key, WORDS)).containsExactlyInAnyOrderEntriesOf(
            Map.of("endpoint", "8.9", "sequence", 12L, "solicited", "yes", "length", 11L));
        assertThat(PacketFields.ofRecord(PacketType.EP_CONNECT.code(), 48, 0, 0, WORDS)).containsExactlyInAnyOrderEntriesOf(
            Map.of("what", "request", "from", "2.3", "endpoint", "4.5", "service", 6L, "private", 7L));
        assertThat(PacketFields.ofRecord(PacketType.EP_DISCONNECT.code(), 48, 0, 0, WORDS)).containsEntry("what", "graceful");
    }
}
