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
package io.tombolo.jmh.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SizeConverterTest {
    private final SizeConverter converter = new SizeConverter();

    @ParameterizedTest
    @CsvSource({"0,0", "8,8", "1000,1000", "1k,1024", "4K,4096", "1M,1048576", "64m,67108864", "512M,536870912", "0K,0"})
    void shouldReadSizes(final String text, final int size) {
        assertThat(converter.convert(text)).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "K", "1G", "1.5K", "513M", "9999999999", "99999999999999999999", "4 K", "0x10"})
    void shouldRefuseWhatIsNoSize(final String text) {
        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class).hasMessageContaining("size=" + text);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "8,8", "1000,1000", "1024,1K", "1536,1536", "1048576,1M", "67108864,64M"})
    void shouldWriteSizesAsPeopleDo(final int size, final String text) {
        assertThat(SizeConverter.format(size)).isEqualTo(text);
    }

    @Test
    void shouldReadWhatItWrites() {
        for (int size = 0; size < 3000; size++) {
            assertThat(converter.convert(SizeConverter.format(size))).isEqualTo(size);
        }
    }
}
