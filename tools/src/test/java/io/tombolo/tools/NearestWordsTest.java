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
package io.tombolo.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordsTest {
    private static final List<String> WORDS = List.of("inspect", "ls", "clean", "--json", "--dry-run", "-n", "top", "tap");

    @Test
    void shouldFindMistypedWords() {
        assertThat(NearestWords.of("inspct", WORDS)).containsExactly("inspect");
        assertThat(NearestWords.of("INSPECT", WORDS)).containsExactly("inspect");
        assertThat(NearestWords.of("cleann", WORDS)).containsExactly("clean");
        assertThat(NearestWords.of("--jsno=1", WORDS)).containsExactly("--json");
        assertThat(NearestWords.of("--dryrun", WORDS)).containsExactly("--dry-run");
        assertThat(NearestWords.of("tip", WORDS)).containsExactly("tap", "top");
    }

    @Test
    void shouldNotGuess() {
        assertThat(NearestWords.of("sail", WORDS)).isEmpty();
        assertThat(NearestWords.of("-x", WORDS)).isEmpty();
        assertThat(NearestWords.of("", WORDS)).isEmpty();
        assertThat(NearestWords.of("inspect", List.of())).isEmpty();
    }

    @Test
    void shouldAsk() {
        assertThat(NearestWords.question("tip", WORDS)).isEqualTo("; did you mean 'tap' or 'top'?");
        assertThat(NearestWords.question("sail", WORDS)).isEmpty();
    }
}
