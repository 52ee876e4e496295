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
package io.tombolo.jmh.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveSetupTest {
    @ParameterizedTest
    @CsvSource({"0, 2, 64", "8, 3, 66", "4095, 8, 64", "4096, 2, 16", "4096, 3, 18", "524288, 8, 8", "1048576, 2, 4", "4194304, 8, 8"})
    void shouldLetEachRankBeTheRootAsOften(final int size, final int ranks, final int calls) {
        assertThat(new CollectiveSetup(CollectiveKind.BCAST, ranks).callsInRound(size)).isEqualTo(calls);
    }

    @Test
    void shouldBeEncodedInOneWord() {
        final CollectiveSetup setup = new CollectiveSetup(CollectiveKind.REDUCE_SCATTER_BLOCK, 4);
        assertThat(setup.encode()).isEqualTo("REDUCE_SCATTER_BLOCK/4");
        assertThat(CollectiveSetup.decode(setup.encode())).isEqualTo(setup);
        assertThat(setup.label()).isEqualTo("reduce_scatter_block-4");
    }
}
