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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExposureTest {
    @ParameterizedTest
    @CsvSource({"0, 1, lane 0", "1023, 1, lane 1023", "16, 16, 16 lanes from 16 on", "768, 256, 256 lanes from 768 on"})
    void shouldNameTheLanesOfAMessage(final int lane, final int run, final String text) {
        final long place = Exposure.staged(lane, run);
        assertThat(Exposure.mode(place)).isEqualTo(Exposure.STAGED);
        assertThat(Exposure.lane(place)).isEqualTo(lane);
        assertThat(Exposure.run(place)).isEqualTo(run);
        assertThat(fields(place)).containsValue(text);
    }

    /** Holds S3.23: the words of an exposure depend on its mode. */
    @Test
    void shouldNameEveryOtherPlace() {
        assertThat(fields(Exposure.place(Exposure.REGISTERED, 7))).containsValue("region 7");
        assertThat(fields(Exposure.place(Exposure.UNPLACED, 0))).containsValue("none yet");
        assertThat(fields(Exposure.place(Exposure.LOST, 0))).containsValue("none any more");
        assertThat(fields(Exposure.place(9, 0))).containsValue("0x900000000");
    }

    private static Map<String, Object> fields(final long place) {
        return PacketFields.ofRecord(PacketType.RTS.code(), Exposure.WORDS_LENGTH, 0, 0, List.of(100L, 0L, place, 0L, 100L, 0L));
    }
}
