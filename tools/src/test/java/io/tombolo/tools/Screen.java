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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs commands in this JVM and keeps their output.
 */
public final class Screen {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command and returns its exit status. Earlier output is dropped. */
    public int run(final String... arguments) {
        out.reset();
        err.reset();
        return Tombolo.execute(new Terminal(new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8), ProcessBuilder.Redirect.PIPE), arguments);
    }

    /** Runs a command that must succeed without error output, and returns its output. */
    public String ok(final String... arguments) {
        assertThat(run(arguments)).as(err()).isZero();
        assertThat(err()).isEmpty();
        return out();
    }

    /** Runs a command that must succeed, and parses its output. */
    public Object json(final String... arguments) {
        return StrictJson.parse(ok(arguments));
    }

    /** The output. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The lines of the output. */
    public List<String> lines() {
        return out().lines().toList();
    }

    /** The error output. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
