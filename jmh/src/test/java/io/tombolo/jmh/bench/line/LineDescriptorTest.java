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
package io.tombolo.jmh.bench.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LineDescriptorTest {
    @Test
    void shouldLayOutTheWordsAsDrawn() {
        assertThat(LineDescriptor.COMMAND_SEQUENCE_OFFSET).isZero();
        assertThat(LineDescriptor.COMMAND_OPERATION_OFFSET).isEqualTo(8);
        assertThat(LineDescriptor.COMMAND_WORK_OFFSET).isEqualTo(12);
        assertThat(LineDescriptor.COMMAND_ROUNDS_OFFSET).isEqualTo(16);
        assertThat(LineDescriptor.PING_OFFSET).isEqualTo(128);
        assertThat(LineDescriptor.PONG_OFFSET).isEqualTo(256);
        assertThat(LineDescriptor.CROWD_COMMAND_OFFSET).isEqualTo(384);
        assertThat(LineDescriptor.ARRIVALS_OFFSET).isEqualTo(512);
        assertThat(LineDescriptor.PAYLOAD_OFFSET).isEqualTo(4096);
    }

    @Test
    void shouldKeepTheCommandWithinItsOwnLines() {
        assertThat(LineDescriptor.COMMAND_ROUNDS_OFFSET + Integer.BYTES).isLessThanOrEqualTo(LineDescriptor.PING_OFFSET);
        assertThat(LineDescriptor.CROWD_COMMAND_OFFSET + LineDescriptor.COMMAND_ROUNDS_OFFSET + Integer.BYTES)
            .isLessThanOrEqualTo(LineDescriptor.ARRIVALS_OFFSET);
        assertThat(LineDescriptor.ARRIVALS_OFFSET + Long.BYTES).isLessThanOrEqualTo(LineDescriptor.PAYLOAD_OFFSET);
    }

    @Test
    void shouldAlignPayloadsAndLength() {
        assertThat(LineDescriptor.fileLength(0)).isEqualTo(4096);
        assertThat(LineDescriptor.payloadOffset(0, 4097)).isEqualTo(4096);
        assertThat(LineDescriptor.payloadOffset(1, 4097)).isEqualTo(4096 + 8192);
        assertThat(LineDescriptor.fileLength(4097)).isEqualTo(4096 + 2 * 8192);
    }

    @Test
    void shouldFitTheLargestFileIntoOneMapping() {
        assertThat(LineDescriptor.fileLength(LineDescriptor.MAX_PAYLOAD)).isLessThanOrEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldRefusePayloadsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> LineDescriptor.fileLength(LineDescriptor.MAX_PAYLOAD + 1))
            .withMessageContaining("payloadSize=");
        assertThatIllegalArgumentException().isThrownBy(() -> LineDescriptor.fileLength(-1));
    }
}
