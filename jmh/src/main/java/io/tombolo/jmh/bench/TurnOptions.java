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

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options and output of the commands that compare alternatives in turns.
 */
final class TurnOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "15",
        description = "Turns of each alternative (default ${DEFAULT-VALUE}); the results are medians of the turns.")
    private int runs;

    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    /** Refuses options that are out of range. */
    void check() {
        check("--runs", runs, 1, Integer.MAX_VALUE);
    }

    /** Refuses a value of another option that is out of range. */
    void check(final String option, final int value, final int least, final int most) {
        OptionRange.check(spec.commandLine(), option, value, least, most);
    }

    int runs() {
        return runs;
    }

    boolean json() {
        return json;
    }

    /** Prints a line, unless programs read the output. */
    void headline(final String format, final Object... cells) {
        if (!json) {
            print(format, cells);
        }
    }

    /** Prints a line at once, with a point before decimals. */
    void print(final String format, final Object... cells) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format, cells);
        out.flush();
    }
}
