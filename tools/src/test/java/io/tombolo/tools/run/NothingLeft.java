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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test an environment variable with a unique value. Fails the test if at its end a live process has this variable, or this
 * JVM has a new child process. Kills the processes that it finds.
 */
public final class NothingLeft implements BeforeEachCallback, AfterEachCallback {
    /** Name of the variable. */
    public static final String NAME = "TOMBOLO_TEST";

    private String value;
    private List<ProcessHandle> childrenBefore;

    @Override
    public void beforeEach(final ExtensionContext context) {
        value = UUID.randomUUID().toString();
        childrenBefore = ProcessHandle.current().children().toList();
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        final List<ProcessHandle> marked = processes();
        final List<ProcessHandle> children = ProcessHandle.current().children()
            .filter(child -> !childrenBefore.contains(child) && isLiving(child)).toList();
        final List<String> found = Stream.concat(marked.stream(), children.stream()).map(NothingLeft::describe).toList();
        marked.forEach(ProcessHandle::destroyForcibly);
        children.forEach(ProcessHandle::destroyForcibly);
        assertThat(found).as("processes left behind").isEmpty();
    }

    /** The value of the variable for this test. */
    public String value() {
        return value;
    }

    /** The live processes that have the variable of this test. */
    public List<ProcessHandle> processes() {
        final String entry = NAME + "=" + value;
        return ProcessHandle.allProcesses()
            .filter(process -> environment(process).contains(entry) && isLiving(process))
            .toList();
    }

    private static boolean isLiving(final ProcessHandle process) {
        try {
            final String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"), StandardCharsets.ISO_8859_1);
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (final IOException gone) {
            return false;
        }
    }

    private static List<String> environment(final ProcessHandle process) {
        try {
            final Path file = Path.of("/proc/" + process.pid() + "/environ");
            return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0"));
        } catch (final IOException goneOrForeign) {
            return List.of();
        }
    }

    private static String describe(final ProcessHandle process) {
        return process.pid() + " " + process.info().commandLine().orElse("?");
    }
}
