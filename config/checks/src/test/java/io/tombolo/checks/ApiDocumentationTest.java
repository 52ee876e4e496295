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
package io.tombolo.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The exported packages of the engine document nothing that only the engine may call: such a member belongs behind {@code ApiAccess}.
 */
class ApiDocumentationTest {
    private static final Pattern FOR_THE_ENGINE =
        Pattern.compile("(called by the engine|for the engine (alone|only)|only the engine (calls|may call))", Pattern.CASE_INSENSITIVE);

    @Test
    void shouldDocumentNothingForTheEngineAlone() throws IOException {
        final List<String> found = new ArrayList<>();
        final Path root = SourceTree.ROOT.resolve("engine/src/main/java");
        for (final String exported : ExportedPackages.of("engine")) {
            final Path folder = root.resolve(exported.replace('.', '/'));
            for (final Path file : SourceTree.javaFiles(folder)) {
                if (file.getParent().equals(folder) && isForTheEngine(Files.readString(file))) {
                    found.add(root.relativize(file).toString());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void shouldFindAMemberForTheEngine() {
        assertThat(isForTheEngine("    /** Fills the status. Called by\n     * the engine. */")).isTrue();
        assertThat(isForTheEngine("    /** The engine fills it before the call returns. */")).isFalse();
    }

    private static boolean isForTheEngine(final String source) {
        return FOR_THE_ENGINE.matcher(source.replaceAll("\\s*\\n\\s*\\*?\\s*", " ")).find();
    }
}
