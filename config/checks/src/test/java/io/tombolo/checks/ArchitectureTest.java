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

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the compiled main classes of all modules against {@link ArchitectureRules}.
 */
class ArchitectureTest {
    private static final List<String> MODULES = List.of("ringbuffers", "matching", "engine", "tools", "jmh");

    @TestFactory
    Stream<DynamicTest> shouldKeepTo() throws Exception {
        final List<String> modules = new ArrayList<>(MODULES);
        ExtensionsTest.modules(SourceTree.ROOT.resolve("extensions/pom.xml")).forEach(name -> modules.add("extensions/" + name));
        final JavaClasses classes = importClasses(modules);
        return ArchitectureRules.all().entrySet().stream()
            .map((Map.Entry<String, ArchRule> rule) -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(classes)));
    }

    @Test
    void shouldKeepEachModuleInItsOwnPackages() {
        for (final String module : MODULES) {
            final String root = "io.tombolo." + module;
            assertThat(importClasses(List.of(module)))
                .extracting(JavaClass::getPackageName)
                .allMatch(name -> name.equals(root) || name.startsWith(root + "."), "under " + root);
        }
    }

    private static JavaClasses importClasses(final List<String> modules) {
        final List<Path> paths = modules.stream()
            .map(module -> SourceTree.ROOT.resolve(module).resolve("target/classes"))
            .filter(Files::isDirectory)
            .toList();
        return new ClassFileImporter().withImportOption(ArchitectureTest::isWrittenByHand).importPaths(paths);
    }

    private static boolean isWrittenByHand(final Location location) {
        return !location.contains("/jmh_generated/") && !location.contains("_jcstress");
    }
}
