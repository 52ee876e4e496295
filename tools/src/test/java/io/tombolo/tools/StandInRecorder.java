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
package io.tombolo.tools;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Stands in for the jar of the journal: it is ready until its input ends, and says how it was called. A journal named "broken" makes it
 * fail at once, one named "dying" at the end.
 */
public final class StandInRecorder {
    private StandInRecorder() {
    }

    /** Runs in place of a command of the journal. */
    public static void main(final String[] arguments) throws IOException {
        final String call = String.join(" ", arguments);
        if (call.contains("broken")) {
            System.err.println("stand-in: broken");
            System.exit(1);
        }
        if (call.startsWith("record")) {
            if (call.contains("silent")) {
                System.in.read();
                LockSupport.park();
            }
            System.out.println("ready");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
        if (call.contains("stopped")) {
            LockSupport.park();
        }
        System.err.println("stand-in: " + call);
        System.exit(call.contains("dying") ? 7 : 0);
    }

    /** Makes a jar with this class alone. */
    static Path jar(final Path directory) throws IOException {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInRecorder.class.getName());
        final String name = StandInRecorder.class.getName().replace('.', '/') + ".class";
        final Path jar = Files.createDirectories(directory).resolve("tombolo-journal.jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(file, manifest)) {
            entries.putNextEntry(new JarEntry(name));
            StandInRecorder.class.getClassLoader().getResourceAsStream(name).transferTo(entries);
            entries.closeEntry();
        }
        return jar;
    }
}
