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
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lists threads and changing static state, which could stay behind when the last engine of a class loader has closed. A change that adds
 * one must add a line here that says what ends it.
 */
class LeftBehindTest {
    private static final List<String> MODULES = List.of("ringbuffers", "matching", "engine");

    /** Static fields, and fields of enums, whose value or referenced object changes. */
    private static final Set<String> STATE = Set.of(
        // The unknown names of settings of the last launch.
        "io.tombolo.engine.SettingNames.INTERNAL",
        "io.tombolo.engine.SettingNames.SETTINGS",
        "io.tombolo.engine.SettingNames.REPORTED",
        // Objects without state, which refer to nothing; set once.
        "io.tombolo.engine.access.ApiAccess.ENDPOINTS",
        "io.tombolo.engine.access.ApiAccess.MESSAGING",
        "io.tombolo.engine.access.InstalledAccess.endpoints",
        "io.tombolo.engine.access.InstalledAccess.messaging",
        // Set only by tests, where fault points are armed.
        "io.tombolo.ringbuffers.fault.FaultPoint.action",
        // Numbers and plain memory, which refer to no object.
        "io.tombolo.ringbuffers.file.MappedFile.TEMPORARIES",
        "io.tombolo.ringbuffers.file.MappedFile.ZEROS",
        // In threads of the application: buffers of the JDK, which refer to no class of ours.
        "io.tombolo.ringbuffers.libc.LibC.SCRATCH",
        // Held for the moment of a join.
        "io.tombolo.ringbuffers.job.CreateLock.MUTEX",
        // Empty when the last job has closed.
        "io.tombolo.ringbuffers.job.RankLocks.TABLE",
        "io.tombolo.ringbuffers.job.WatchThread.CALLS",
        "io.tombolo.ringbuffers.job.WatchThread.GATE",
        "io.tombolo.ringbuffers.job.WatchThread.WATCHES",
        "io.tombolo.ringbuffers.job.WatchThread.keepers",
        "io.tombolo.ringbuffers.job.WatchThread.thread");

    /** Sets and objects that are filled when the class is initialised and only read afterwards; arrays are assumed to be like this. */
    private static final Set<String> CONSTANTS = Set.of(
        "io.tombolo.engine.api.collective.Elements.IN_PLACE",
        "io.tombolo.engine.wire.WindowFields.NOTICES",
        "io.tombolo.engine.wire.WindowFields.TYPES",
        "io.tombolo.ringbuffers.file.GroupAccess.FILE",
        "io.tombolo.ringbuffers.file.GroupAccess.GROUP",
        "io.tombolo.ringbuffers.file.GroupAccess.OTHERS",
        "io.tombolo.ringbuffers.file.OwnerOnly.OTHERS_WRITE",
        "io.tombolo.ringbuffers.file.OwnerOnly.OWNER",
        "io.tombolo.ringbuffers.job.CoreSet.UNKNOWN",
        "io.tombolo.ringbuffers.job.RankLocks.HOLD",
        "io.tombolo.ringbuffers.job.RankLocks.PROBE");

    /** Fields whose referenced objects never change. */
    private static final Pattern CONSTANT_TYPES = Pattern.compile(
        "java\\.lang\\.String|java\\.lang\\.invoke\\.(Var|Method)Handle|java\\.util\\.regex\\.Pattern|java\\.nio\\.file\\.Path" +
        "|java\\.lang\\.StackWalker|java\\.lang\\.System\\$Logger|java\\.util\\.function\\.\\w+" +
        "|io\\.tombolo\\.engine\\.api\\.collective\\.ReduceOp|io\\.tombolo\\.ringbuffers\\.transition\\.TransitionTable");

    /** Classes that start threads. Each thread ends when its engine closes; the watch thread ends with the last job. */
    private static final Set<String> THREADS = Set.of(
        "io.tombolo.engine.Engine",
        "io.tombolo.engine.window.WindowAgent",
        "io.tombolo.ringbuffers.job.WatchThread");

    private static final Pattern HOOKS = Pattern.compile(
        "java\\.lang\\.Runtime\\.addShutdownHook|java\\.lang\\.ref\\.Cleaner\\.\\w+|java\\.lang\\.InheritableThreadLocal\\.<init>" +
        "|java\\.util\\.Timer\\.<init>|java\\.util\\.concurrent\\.(Executors|ForkJoinPool)\\.\\w+" +
        "|java\\.util\\.concurrent\\.CompletableFuture\\.\\w+Async|java\\.lang\\.Thread\\.(ofVirtual|ofPlatform|startVirtualThread)");

    private static JavaClasses classes() {
        final List<Path> paths = MODULES.stream().map(module -> SourceTree.ROOT.resolve(module).resolve("target/classes")).toList();
        return new ClassFileImporter().importPaths(paths);
    }

    @Test
    void shouldHaveNoOtherStaticState() {
        final Set<String> found = classes().stream().flatMap(LeftBehindTest::state).collect(Collectors.toSet());
        assertThat(new TreeSet<>(found))
            .isEqualTo(new TreeSet<>(STATE));
    }

    private static Stream<String> state(final JavaClass type) {
        return type.getFields().stream()
            .filter(field -> (field.getModifiers().contains(JavaModifier.STATIC) || type.isEnum()) && !isConstant(field))
            .map(JavaField::getFullName);
    }

    private static boolean isConstant(final JavaField field) {
        final JavaClass type = field.getRawType();
        return field.getModifiers().contains(JavaModifier.SYNTHETIC) || field.getModifiers().contains(JavaModifier.FINAL) &&
            (type.isPrimitive() || type.isEnum() || type.isArray() || CONSTANT_TYPES.matcher(type.getName()).matches() ||
                CONSTANTS.contains(field.getFullName()));
    }

    @Test
    void shouldMakeNoOtherThreads() {
        assertThat(callers(Pattern.compile("java\\.lang\\.Thread\\.<init>"))).containsExactlyInAnyOrderElementsOf(THREADS);
        assertThat(classes().stream().filter(type -> type.isAssignableTo(Thread.class))).isEmpty();
    }

    @Test
    void shouldLeaveNothingToTheJvm() {
        assertThat(callers(HOOKS)).isEmpty();
        assertThat(callers(Pattern.compile("java\\.lang\\.ThreadLocal\\.(<init>|withInitial)")))
            .containsExactly("io.tombolo.ringbuffers.libc.LibC");
    }

    private static Set<String> callers(final Pattern targets) {
        return classes().stream()
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(unit -> calls(unit, targets))
            .map(unit -> unit.getOwner().getFullName())
            .collect(Collectors.toSet());
    }

    private static boolean calls(final JavaCodeUnit unit, final Pattern targets) {
        return Stream.concat(unit.getCallsFromSelf().stream(), unit.getCodeUnitReferencesFromSelf().stream())
            .anyMatch(access -> targets.matcher(access.getTargetOwner().getFullName() + "." + access.getTarget().getName()).matches());
    }
}
