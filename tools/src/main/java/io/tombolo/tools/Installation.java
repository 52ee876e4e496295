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

import io.tombolo.engine.Engine;
import io.tombolo.ringbuffers.setting.Settings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The installation of Tombolo that runs: a checkout, with the directories {@code bin}, {@code tools}, {@code extensions} and
 * {@code jmh}, or a single jar.
 */
final class Installation {
    /** System property that {@code bin/tombolo} sets. */
    static final String PROPERTY = "tombolo.home";

    /** Setting that names the directory with the jars of optional modules. */
    static final String EXTENSIONS = "tombolo.extensions";

    private static final String JAR = "tombolo.jar";

    private Installation() {
    }

    /** The root of the checkout: the value of {@link #PROPERTY}, else derived from the place of this class below {@code tools/target/}. */
    static Path directory() {
        final String property = Settings.text(PROPERTY);
        if (property != null) {
            return Path.of(property).toAbsolutePath().normalize();
        }
        final Path target = location(Installation.class).getParent();
        final Path home = target == null || target.getParent() == null ? null : target.getParent().getParent();
        return home == null ? Path.of("").toAbsolutePath() : home;
    }

    /** The jar with everything: the jar that this JVM runs from, whatever its name, else the one that the build makes. */
    static Path jar() {
        return isOneFile() ? location(Installation.class) : directory().resolve("tools").resolve("target").resolve(JAR);
    }

    /** The command that starts this command line again: {@code bin/tombolo}, or {@code java -jar} with the installed jar. */
    static String call() {
        return Settings.text(PROPERTY) == null && isOneFile() ? "java -jar " + location(Installation.class) : "bin/tombolo";
    }

    private static boolean isOneFile() {
        final Path location = location(Installation.class);
        return Files.isRegularFile(location) && location.equals(location(Engine.class));
    }

    /**
     * The jar of an optional module: in a directory that the user names, beside the jar that this JVM runs from, or where the build makes
     * it.
     */
    static Path extension(final String name) throws IOException {
        final List<Path> places = new ArrayList<>();
        final String named = Settings.text(EXTENSIONS);
        if (named != null) {
            places.add(Path.of(named).toAbsolutePath());
        }
        if (isOneFile()) {
            places.add(location(Installation.class).getParent());
        }
        places.add(directory().resolve("extensions").resolve(name).resolve("target"));
        for (final Path place : places) {
            for (final String file : List.of("tombolo-" + name + ".jar", "tombolo-" + name + "-" + Version.number() + "-all.jar")) {
                if (Files.isRegularFile(place.resolve(file))) {
                    return place.resolve(file);
                }
            }
        }
        throw new CommandFailure(ExitStatus.FAILED, "there is no tombolo-" + name + ".jar in " + places.get(0) +
            "; put it there, or name its directory in " + Settings.variable(EXTENSIONS));
    }

    /** Checks that a file made by the build is there. */
    static Path built(final Path file) {
        if (!Files.isRegularFile(file)) {
            final boolean isCheckout = Settings.text(PROPERTY) != null || Files.exists(directory().resolve("bin"));
            throw new CommandFailure(ExitStatus.FAILED, isCheckout ?
                "there is no " + file + "; build it: (cd " + directory() + " && mvn -q package -DskipTests)" :
                file.getFileName() + " is not part of this jar: use bin/tombolo in a checkout");
        }
        return file;
    }

    private static Path location(final Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (final URISyntaxException ex) {
            throw new IllegalStateException("the place of the classes is unknown", ex);
        }
    }
}
