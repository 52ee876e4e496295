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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of terminals, and numbers for a small place. */
final class TopKeysTest {
    private int next;

    private int key(final String typed, final int end) throws IOException {
        next = 0;
        return TopKeys.next(timeoutMs -> next < typed.length() ? typed.charAt(next++) : end, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "q, 113", "^[A, " + TopKeys.UP, "^OB, " + TopKeys.DOWN, "^[C, " + TopKeys.RIGHT, "^[1;5D, " + TopKeys.LEFT,
        "^[5~, " + TopKeys.PAGE_UP, "^[6~, " + TopKeys.PAGE_DOWN, "^[H, " + TopKeys.HOME, "^[1~, " + TopKeys.HOME,
        "^[4~, " + TopKeys.END, "^OF, " + TopKeys.END, "^[15~, 0", "^[99999999999~, 0", "^x, 0", "^, 0"})
    void shouldKnowTheKeysOfTerminals(final String typed, final int key) throws IOException {
        assertThat(key(typed.replace('^', '\u001b'), -2)).isEqualTo(key);
        assertThat(next).isEqualTo(typed.length());
    }

    @Test
    void shouldTellATerminalThatIsGoneFromNoKey() throws IOException {
        assertThat(key("", -2)).isEqualTo(TopKeys.NONE);
        assertThat(key("", -1)).isEqualTo(TopKeys.CLOSED);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.04, 0.0", "0.5, 0.5", "3, 3", "9.94, 9.9", "12.3, 12", "999.4, 999", "999.6, 1.0k", "9960, 10k", "1234567, 1.2M",
        "5e12, 5.0T", "5e16, 50000T"})
    void shouldWriteShortNumbers(final double amount, final String text) {
        assertThat(CompactNumber.of(amount)).isEqualTo(text);
    }

    @Test
    void shouldWriteShortTimes() {
        assertThat(CompactNumber.age(0)).isEqualTo("-");
        assertThat(CompactNumber.age(10)).isEqualTo("<1 ms");
        assertThat(CompactNumber.age(812_000_000)).isEqualTo("812 ms");
        assertThat(CompactNumber.duration(LatencyCounts.NO_VALUE)).isEqualTo("-");
        assertThat(CompactNumber.duration(4100)).isEqualTo("4.1 us");
        assertThat(CompactNumber.percent(-1)).isEqualTo("-");
        assertThat(CompactNumber.percent(1.5)).isEqualTo("150");
    }

    @Test
    void shouldDrawBars() {
        assertThat(Sparkline.of(new double[] {0, 0.001, 4, 8}, false)).isEqualTo(" ▁▄█");
        assertThat(Sparkline.of(new double[] {0, 0.001, 4, 8}, true)).isEqualTo(" .=@");
        assertThat(Sparkline.of(new double[] {0, 0}, true)).isEqualTo("  ");
    }
}
