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

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * Each package is a slice. The packages of the engine's API are one slice, because applications see them as one. The package with the
 * hidden members of the API belongs to that slice.
 */
final class PackageSlices implements SliceAssignment {
    private static final String ROOT = "io.tombolo.";
    private static final String API = ROOT + "engine.api";
    private static final String HIDDEN = ROOT + "engine.access";

    @Override
    public SliceIdentifier getIdentifierOf(final JavaClass type) {
        final String name = type.getPackageName();
        if (!name.startsWith(ROOT)) {
            return SliceIdentifier.ignore();
        }
        return SliceIdentifier.of(isApi(name) || name.equals(HIDDEN) ? API : name);
    }

    static boolean isApi(final String packageName) {
        return packageName.equals(API) || packageName.startsWith(API + ".");
    }

    @Override
    public String getDescription() {
        return "packages";
    }
}
