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

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.Set;

/**
 * What a class of {@code io.tombolo.extensions.NAME} may use of Tombolo: the packages that {@code engine} and {@code ringbuffers} export,
 * and packages of the same extension. Its pom decides which third-party library it uses.
 */
final class ExtensionDependencies extends ArchCondition<JavaClass> {
    private static final String OURS = "io.tombolo.";
    private static final String EXTENSIONS = "io.tombolo.extensions.";

    private final Set<String> exported = new HashSet<>(ExportedPackages.of("engine"));

    ExtensionDependencies() {
        super("depend on the API of engine and ringbuffers and their own extension only");
        exported.addAll(ExportedPackages.of("ringbuffers"));
    }

    @Override
    public void check(final JavaClass type, final ConditionEvents events) {
        final String own = extension(type.getPackageName());
        for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
            final String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
            if (target.startsWith(OURS) && !exported.contains(target) && !extension(target).equals(own)) {
                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
            }
        }
    }

    /** {@return the package of the extension that holds this package; empty for any other package} */
    private static String extension(final String packageName) {
        if (!packageName.startsWith(EXTENSIONS)) {
            return "";
        }
        final int end = packageName.indexOf('.', EXTENSIONS.length());
        return end < 0 ? packageName : packageName.substring(0, end);
    }
}
