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
import java.util.List;

/**
 * The layers of the engine, top first. A package imports only packages of lower layers; packages of one layer are siblings that never
 * import one another; a package that is in no layer is refused. The packages of the API and the package of its hidden members are one
 * layer and may import one another: a communicator makes windows, the errors of a window are messaging errors, and each hidden member
 * belongs to a type of the API.
 */
final class EngineLayers extends ArchCondition<JavaClass> {
    private static final String ROOT = "io.tombolo.engine";
    private static final List<List<String>> LAYERS = List.of(
        List.of("spare"),
        List.of(""),
        List.of("endpoint", "feed", "window"),
        List.of("communicator"),
        List.of("collective", "region"),
        List.of("progress"),
        List.of("pt2pt", "rma", "srq"),
        List.of("transfer"),
        List.of("completion"),
        List.of("peer"),
        List.of("wire"),
        List.of("node"),
        List.of("telemetry"),
        List.of("order"),
        List.of("api", "api.window", "api.endpoint", "api.feed", "api.collective", "access"));

    EngineLayers() {
        super("import only packages below their own");
    }

    @Override
    public void check(final JavaClass type, final ConditionEvents events) {
        final int own = layer(type.getPackageName());
        if (own < 0) {
            events.add(SimpleConditionEvent.violated(type, type.getName() + " is in no layer of the engine"));
            return;
        }
        for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
            final String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
            if (isEngine(target) && !target.equals(type.getPackageName()) && layer(target) <= own && own < LAYERS.size() - 1) {
                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
            }
        }
    }

    private static boolean isEngine(final String packageName) {
        return packageName.equals(ROOT) || packageName.startsWith(ROOT + ".");
    }

    private static int layer(final String packageName) {
        final String name = packageName.equals(ROOT) ? "" : packageName.substring(ROOT.length() + 1);
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).contains(name)) {
                return i;
            }
        }
        return -1;
    }
}
