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
package io.tombolo.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Texts and attributes mean what they say, whatever they hold, and the page is well-formed.
 */
class HtmlWriterTest {
    private final HtmlWriter page = new HtmlWriter();

    @Test
    void shouldNestElements() {
        page.open("p", "class", "a").text("x < ").element("b", 7).empty("br").close();
        assertThat(page.page()).isEqualTo("<!DOCTYPE html>\n<p class=\"a\">x &lt; <b>7</b><br/></p>\n");
    }

    @Test
    void shouldReadBackEveryCharacterThatHasALook() {
        final String text = "<a href='x'>&amp;\"\u00e9\u4e2d\ud83d\ude00]]>--\n";
        final PageReading read = new PageReading(page.element("p", text, "title", text.strip()).page());
        assertThat(read.texts("//p")).containsExactly(text);
        assertThat(read.elements("//p").get(0).getAttribute("title")).isEqualTo(text.strip());
    }

    /** A control character, an escape of a terminal, a change of direction, a half of a pair, a zero width space, a line separator. */
    @ParameterizedTest
    @CsvSource({"0", "1b", "7f", "9f", "202e", "2066", "d800", "dc00", "200b", "2028", "fffe", "e000"})
    void shouldReplaceCharactersWithoutALook(final String hex) {
        final char character = (char) Integer.parseInt(hex, 16);
        final String text = page.element("p", "a" + character + "b").page();
        assertThat(new PageReading(text).texts("//p")).containsExactly("a\ufffdb");
        assertThat(text).matches("\\p{ASCII}*");
    }

    @Test
    void shouldKeepJsonInItsBlock() {
        final PageReading read = new PageReading(page.json("report", "{\"a\": \"</script><!--<script>&\"}").page());
        assertThat(read.json("a")).isEqualTo("</script><!--<script>&");
        assertThat(read.elements("//script")).hasSize(1);
    }

    @Test
    void shouldRefuseWhatDoesNotNest() {
        assertThatThrownBy(page::close).isInstanceOf(IllegalStateException.class);
        page.open("p");
        assertThatThrownBy(page::page).isInstanceOf(IllegalStateException.class).hasMessageContaining("p");
        assertThatThrownBy(() -> page.style("a { } </style>")).isInstanceOf(IllegalArgumentException.class);
    }
}
