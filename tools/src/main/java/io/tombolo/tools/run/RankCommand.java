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

import java.util.List;
import java.util.Objects;

/**
 * What one rank of a launch runs.
 *
 * @param name    name of the rank, unique in the launch; empty if it has none
 * @param command program and arguments
 */
public record RankCommand(String name, List<String> command) {
    /**
     * Checks the parts.
     *
     * @param name    name of the rank, or an empty text
     * @param command program and arguments
     * @throws IllegalArgumentException if the command is empty
     */
    public RankCommand {
        Objects.requireNonNull(name, "name");
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a rank needs a command: name=" + name);
        }
        command = List.copyOf(command);
    }

    /**
     * Makes the command of a rank without a name.
     *
     * @param command program and arguments
     * @return the command
     */
    public static RankCommand of(final List<String> command) {
        return new RankCommand("", command);
    }

    /**
     * Checks that a spare process can become this rank.
     *
     * @throws IllegalArgumentException if the command does not run a main class by {@code java}; the message is one line
     */
    public void checkSpare() {
        JavaCommand.of(command);
    }
}
