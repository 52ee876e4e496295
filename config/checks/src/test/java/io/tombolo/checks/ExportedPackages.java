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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The packages that a module exports to everybody.
 */
final class ExportedPackages {
    /** The modules that are libraries. */
    static final List<String> LIBRARIES = List.of("ringbuffers", "matching", "engine");

    private static final Pattern EXPORT = Pattern.compile("^\\s*exports ([\\w.]+);", Pattern.MULTILINE);

    private ExportedPackages() {
    }

    /** {@return the packages that a module exports without a restriction} */
    static Set<String> of(final String module) {
        try {
            final String declaration = Files.readString(SourceTree.ROOT.resolve(module).resolve("src/main/java/module-info.java"));
            return EXPORT.matcher(declaration).results().map((MatchResult export) -> export.group(1)).collect(Collectors.toSet());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
