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
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What users see of a class names only classes that users can see: supertypes and public or protected members of exported classes mention
 * no class of a package that is not exported. So the members that only the engine calls cannot be public: they need such classes.
 */
final class ExportedSignatures extends ArchCondition<JavaClass> {
    private static final String OURS = "io.tombolo.";

    private final Set<String> exported =
        ExportedPackages.LIBRARIES.stream().flatMap(module -> ExportedPackages.of(module).stream()).collect(Collectors.toSet());

    ExportedSignatures() {
        super("mention only exported classes where users see it");
    }

    @Override
    public void check(final JavaClass type, final ConditionEvents events) {
        if (!exported.contains(type.getPackageName()) || !isVisible(type)) {
            return;
        }
        report(type, type.getName() + " extends or implements", supertypes(type), events);
        type.getMembers().stream().filter(ExportedSignatures::isVisible)
            .forEach(member -> report(type, member.getFullName() + " mentions", signature(member), events));
    }

    private void report(final JavaClass type, final String what, final Stream<JavaType> mentioned, final ConditionEvents events) {
        mentioned.flatMap(each -> each.getAllInvolvedRawTypes().stream()).map(JavaClass::getBaseComponentType).distinct()
            .filter(each -> each.getName().startsWith(OURS) && !exported.contains(each.getPackageName()))
            .forEach(each -> events.add(SimpleConditionEvent.violated(type, what + " the hidden " + each.getName())));
    }

    private static Stream<JavaType> supertypes(final JavaClass type) {
        return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
    }

    private static Stream<JavaType> signature(final JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        final JavaCodeUnit code = (JavaCodeUnit) member;
        return Stream.of(Stream.of(code.getReturnType()), code.getParameterTypes().stream(), code.getExceptionTypes().stream())
            .flatMap(types -> types);
    }

    private static boolean isVisible(final JavaClass type) {
        return isVisible(type.getModifiers()) && type.getEnclosingClass().map(ExportedSignatures::isVisible).orElse(true);
    }

    private static boolean isVisible(final JavaMember member) {
        return isVisible(member.getModifiers()) && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isVisible(final Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
