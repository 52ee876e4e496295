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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPlanTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 47, 48, 49, 4096, 65_537, 1 << 20, 8_388_609, 128_651_445, 5_000_000_000L})
    void shouldGiveEachByteToOneWorker(final long length) {
        for (final int workers : new int[] {1, 2, 3, 15}) {
            final DemoPlan plan = new DemoPlan(length, workers);
            assertThat(IntStream.rangeClosed(1, workers).mapToLong(plan::lengthFor).sum()).isEqualTo(length);
            for (final FilePart part : FilePart.values()) {
                for (long piece = 0; piece < plan.pieces(part); piece++) {
                    assertThat(plan.pieceLength(part, piece)).isBetween(1, part.pieceLength());
                    final int worker = plan.worker(piece);
                    assertThat((piece - plan.firstPiece(worker)) % workers).isZero();
                }
            }
        }
    }

    @Test
    void shouldShowEveryPartOfAFileOfFourBytes() {
        final DemoPlan plan = new DemoPlan(4, 1);
        assertThat(FilePart.values()).allMatch(part -> plan.length(part) == 1);
    }

    @Test
    void shouldSendMostOfALargeFileRegistered() {
        final DemoPlan plan = new DemoPlan(128_651_445, 3);
        assertThat(plan.length(FilePart.SHORT)).isEqualTo(2 << 20);
        assertThat(plan.length(FilePart.EAGER)).isEqualTo(16 << 20);
        assertThat(plan.length(FilePart.STAGED)).isEqualTo(16 << 20);
        assertThat(plan.length(FilePart.GET)).isEqualTo(128_651_445 - (34 << 20));
    }

    @Test
    void shouldRefuseNothing() {
        assertThatThrownBy(() -> new DemoPlan(0, 1)).hasMessageContaining("length=0");
        assertThatThrownBy(() -> new DemoPlan(1, 0)).hasMessageContaining("workers=0");
    }
}
