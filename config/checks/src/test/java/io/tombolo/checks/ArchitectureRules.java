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

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The architecture as rules over the compiled classes. Each rule tolerates packages that do not exist.
 */
final class ArchitectureRules {
    private static final String RINGBUFFERS = "io.tombolo.ringbuffers..";
    private static final String MATCHING = "io.tombolo.matching..";
    private static final String ENGINE = "io.tombolo.engine..";
    private static final String TELEMETRY = "io.tombolo.engine.telemetry";
    /** Of a module that a JVM may lack. */
    private static final String JFR = "jdk.jfr..";
    private static final String TOOLS = "io.tombolo.tools..";
    private static final String JMH = "io.tombolo.jmh..";
    private static final String EXTENSIONS = "io.tombolo.extensions..";
    /**
     * The first class reads the settings. The others read facts of the platform (user, temporary directory, system), or a property that
     * class loaders share.
     */
    private static final Set<String> SETTING_PLACES = Set.of(
        "io.tombolo.ringbuffers.setting.Settings",
        "io.tombolo.ringbuffers.file.OwnerOnly",
        "io.tombolo.ringbuffers.file.SystemLimits",
        "io.tombolo.ringbuffers.job.DefaultParent",
        "io.tombolo.ringbuffers.job.CreateLock",
        "io.tombolo.ringbuffers.job.CreateLock$Wait",
        "io.tombolo.ringbuffers.job.JobDirectory",
        "io.tombolo.ringbuffers.libc.LibC",
        "io.tombolo.ringbuffers.libc.LibCBinding");
    private static final Set<String> SETTING_READERS =
        Set.of("getProperty", "getProperties", "getenv", "getInteger", "getLong", "getBoolean");
    private static final Set<String> SETTING_OWNERS =
        Set.of("java.lang.System", "java.lang.Integer", "java.lang.Long", "java.lang.Boolean");
    /** Methods that use the user's locale unless one is given: digits and letters would differ from country to country. */
    private static final Map<String, Set<String>> LOCAL = Map.of(
        "java.lang.String", Set.of("format", "formatted", "toLowerCase", "toUpperCase"),
        "java.io.PrintStream", Set.of("format", "printf"),
        "java.io.PrintWriter", Set.of("format", "printf"),
        "java.util.Formatter", Set.of("<init>"),
        "java.util.Scanner", Set.of("<init>"),
        "java.text.DecimalFormat", Set.of("<init>"),
        "java.text.MessageFormat", Set.of("<init>", "format"),
        "java.text.NumberFormat", Set.of("getInstance", "getIntegerInstance", "getNumberInstance", "getPercentInstance"),
        "java.text.SimpleDateFormat", Set.of("<init>"),
        "java.time.format.DateTimeFormatter", Set.of("ofPattern"));

    private ArchitectureRules() {
    }

    /** {@return every rule by its name} */
    static Map<String, ArchRule> all() {
        final Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("ringbuffers needs Agrona only", dependsOnlyOn(RINGBUFFERS));
        rules.put("matching needs Agrona only", dependsOnlyOn(MATCHING));
        rules.put("engine needs Agrona, ringbuffers and matching only", dependsOnlyOn(ENGINE, RINGBUFFERS, MATCHING, JFR));
        rules.put("JFR is for telemetry only", noClasses().that().resideInAPackage(ENGINE).and().resideOutsideOfPackage(TELEMETRY)
            .should().dependOnClassesThat().resideInAPackage(JFR).allowEmptyShould(true));
        rules.put("tools is a leaf", leaf(TOOLS));
        rules.put("jmh is a leaf", leaf(JMH));
        rules.put("an extension needs exported packages and itself only", classes().that().resideInAPackage(EXTENSIONS)
            .should(new ExtensionDependencies()).allowEmptyShould(true));
        rules.put("tools alone may need extensions", noClasses().that().resideOutsideOfPackages(EXTENSIONS, TOOLS)
            .should().dependOnClassesThat().resideInAPackage(EXTENSIONS).allowEmptyShould(true));
        rules.put("engine packages import only packages below them", classes().that().resideInAPackage(ENGINE)
            .should(new EngineLayers()).allowEmptyShould(true));
        rules.put("users see exported classes only", classes().that().resideInAnyPackage(RINGBUFFERS, MATCHING, ENGINE)
            .should(new ExportedSignatures()).allowEmptyShould(true));
        rules.put("no package cycles", slices().assignedFrom(new PackageSlices()).should().beFreeOfCycles().allowEmptyShould(true));
        // The floor benchmark measures the machine without our code; the matcher writes its nodes at addresses that it computes itself.
        rules.put("raw memory only in ringbuffers", noClasses().that().resideOutsideOfPackages(RINGBUFFERS, "io.tombolo.jmh.bench.line")
            .and().doNotHaveFullyQualifiedName("io.tombolo.matching.NodeSegments")
            .should().dependOnClassesThat().haveNameMatching("org\\.agrona\\.Unsafe(Api|Access)").allowEmptyShould(true));
        rules.put("no JDK internals", noClasses()
            .should().dependOnClassesThat().resideInAnyPackage("sun.misc..", "jdk.internal..").allowEmptyShould(true));
        rules.put("settings are read in one place", noClasses().that(not(readSettings()))
            .should().callMethodWhere(readingSettings()).allowEmptyShould(true));
        rules.put("formats name their locale", noClasses()
            .should().accessTargetWhere(takingTheUsersLocale()).allowEmptyShould(true));
        rules.put("engine takes no locks", noClasses().that().resideInAPackage(ENGINE)
            .should().dependOnClassesThat(locks()).allowEmptyShould(true));
        rules.put("engine has no synchronized methods", methods().that().areDeclaredInClassesThat().resideInAPackage(ENGINE)
            .should().notHaveModifier(JavaModifier.SYNCHRONIZED).allowEmptyShould(true));
        rules.put("questions do not write", methods().that().areDeclaredInClassesThat().resideInAnyPackage(RINGBUFFERS, MATCHING, ENGINE)
            .and().haveNameMatching("(is|has)[A-Z]\\w*").should(new QuestionsOnlyAnswer()).allowEmptyShould(true));
        rules.replaceAll((name, rule) -> rule.as(name));
        return rules;
    }

    private static ArchRule dependsOnlyOn(final String module, final String... below) {
        final DescribedPredicate<JavaClass> allowed =
            resideInAnyPackage(module, "java..", "org.agrona..").or(resideInAnyPackage(below));
        return classes().that().resideInAPackage(module).should().onlyDependOnClassesThat(allowed).allowEmptyShould(true);
    }

    private static ArchRule leaf(final String module) {
        return noClasses().that().resideOutsideOfPackage(module)
            .should().dependOnClassesThat().resideInAPackage(module).allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> readSettings() {
        return resideInAnyPackage(TOOLS, JMH).or(DescribedPredicate.describe("one of " + SETTING_PLACES,
            type -> SETTING_PLACES.contains(type.getName().replaceFirst("\\$.*", ""))));
    }

    private static DescribedPredicate<JavaMethodCall> readingSettings() {
        return DescribedPredicate.describe("reads a system property or the environment", call -> {
            final MethodCallTarget target = call.getTarget();
            return SETTING_OWNERS.contains(target.getOwner().getName()) && SETTING_READERS.contains(target.getName());
        });
    }

    private static DescribedPredicate<JavaAccess<?>> takingTheUsersLocale() {
        return DescribedPredicate.describe("formats in the user's locale", access ->
            access.getTarget() instanceof CodeUnitAccessTarget target
                && LOCAL.getOrDefault(target.getOwner().getName(), Set.of()).contains(target.getName())
                && target.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Locale.class)));
    }

    private static DescribedPredicate<JavaClass> locks() {
        return resideInAPackage("java.util.concurrent.locks..").and(DescribedPredicate.describe("other than LockSupport",
            type -> !type.getName().startsWith("java.util.concurrent.locks.LockSupport")));
    }
}
