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

import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.metrics.OpenMetrics;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code metrics}: a job's counters for a monitoring system.
 */
@Command(
    name = "metrics",
    description = {
        "Write the counters of a job, live or dead, as OpenMetrics text, read from outside: the ranks do not notice.", ""
    })
final class MetricsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ParentOption parent;

    @Parameters(arity = "0..1", paramLabel = "JOB", description = {
        "Path of a job's directory, or its name as 'tombolo ls' shows it.", "Default: the newest job, live ones first."
    })
    private String name;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    MetricsCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        OpenMetrics.write(JobReader.read(parent.job(name)), terminal.out());
        return ExitStatus.DONE.code();
    }
}
