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
package io.tombolo.jmh.bench;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Arguments for JVMs that are not measured but seen to work: they end before better code and a parallel collector would have paid.
 */
final class ShortLived {

    private static final String OPTION = "--jvm-arg";
    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLived() {
    }

    /** The arguments of a command that works with them, made to start such JVMs if it starts any. */
    static String[] jvms(final CommandLine commandLine, final String... arguments) {
        final CommandLine command = 0 == arguments.length ? null : commandLine.getSubcommands().get(arguments[0]);
        if (null == command || null == command.getCommandSpec().findOption(OPTION)) {
            return arguments;
        }
        return Stream.concat(Stream.of(arguments), FLAGS.stream().map(flag -> OPTION + "=" + flag)).toArray(String[]::new);
    }
}
