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
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The checkout: every text file that people read, without the files that a build creates.
 */
final class SourceTree {
    /** The root of the checkout. */
    static final Path ROOT = Path.of(System.getProperty("tombolo.root", "../..")).toAbsolutePath().normalize();

    private static final Set<String> FOLDERS_LEFT_OUT = Set.of("target", ".git", ".idea", ".vscode", "results");
    private static final String TEXT =
        ".*(\\.(java|xml|md|properties|txt|json|yml|yaml|sh|config)|/(LICENSE|NOTICE|tombolo|run|\\.gitignore))$";

    private SourceTree() {
    }

    /** {@return all text files, in no particular order} */
    static List<Path> textFiles() throws IOException {
        final List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path directory, final BasicFileAttributes attributes) {
                final boolean leftOut = FOLDERS_LEFT_OUT.contains(directory.getFileName().toString());
                return leftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && file.toString().matches(TEXT)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** {@return the Java sources below a folder, in order; none if there is no such folder} */
    static List<Path> javaFiles(final Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }
}
