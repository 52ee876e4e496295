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

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Finds the words that a user may have meant by a mistyped one. Words are near if few letters were added, left out, changed or swapped with
 * their neighbour: at most one for each three letters. picocli knows only options that begin with the same two letters.
 */
final class NearestWords {
    private static final int LETTERS_PER_MISTAKE = 3;
    private static final int MOST_WORDS = 3;
    private static final String VALUE = "=";

    private NearestWords() {
    }

    /**
     * The words near to a mistyped one: all at the least distance, at most three.
     *
     * @param mistyped the word; what follows an equals sign does not count
     * @param words    words to choose from
     * @return in alphabetical order; empty if none is near
     */
    static List<String> of(final String mistyped, final Collection<String> words) {
        final String typed = mistyped.split(VALUE, 2)[0].toLowerCase(Locale.ROOT);
        final int most = typed.replaceAll("^-+", "").length() / LETTERS_PER_MISTAKE;
        final int least = words.stream().mapToInt(word -> distance(typed, word)).min().orElse(Integer.MAX_VALUE);
        return least > most ? List.of() : words.stream().filter(word -> distance(typed, word) == least)
            .sorted(Comparator.naturalOrder()).limit(MOST_WORDS).toList();
    }

    /** A question that ends a message, such as {@code ; did you mean 'ls'?}, or nothing if no word is near. */
    static String question(final String mistyped, final Collection<String> words) {
        final List<String> near = of(mistyped, words);
        return near.isEmpty() ? "" :
            near.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" or ", "; did you mean ", "?"));
    }

    /** The least number of letters to add, leave out, change or swap with the next one that makes one word of the other. */
    private static int distance(final String from, final String to) {
        final int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                final boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
                int least = Math.min(Math.min(steps[i - 1][j], steps[i][j - 1]) + 1, steps[i - 1][j - 1] + (isSame ? 0 : 1));
                if (i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1)) {
                    least = Math.min(least, steps[i - 2][j - 2] + 1);
                }
                steps[i][j] = least;
            }
        }
        return steps[from.length()][to.length()];
    }
}
