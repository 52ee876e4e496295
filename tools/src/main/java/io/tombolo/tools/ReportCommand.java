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

import io.tombolo.tools.report.JobReport;
import io.tombolo.tools.report.ReportFile;
import io.tombolo.tools.report.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code report}: writes a page about a job.
 */
@Command(
    name = "report",
    description = {
        "Write one HTML page about a job, live or dead: ranks, messages between them, a timeline, latencies, why ranks wait, the state of "
            + "the machine, settings and versions.",
        "",
        "The job is not disturbed. The page needs no network and no script. Its numbers are also in it as JSON. It tells what the job's "
            + "files hold: names of ranks and programs, texts of errors. A former report is replaced, any other file is not.",
        "",
        "Example: bin/tombolo report --html report.html",
        ""
    })
final class ReportCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";

    private final Terminal terminal;

    @Mixin
    private JobArgument job;

    @Option(names = "--html", paramLabel = "FILE", required = true, description = "Write the page to this file; - is standard output.")
    private String file;

    @Option(names = "--force", description = "Replace the file even if it is no report.")
    private boolean force;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ReportCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        final Path path = STANDARD_OUTPUT.equals(file) ? null : Path.of(file);
        if (path != null) {
            ReportFile.check(path, force);
        }
        final String page = ReportPage.of(JobReport.read(job.find(terminal), Version.number()));
        if (path == null) {
            terminal.out().print(page);
            terminal.out().flush();
        } else {
            ReportFile.write(path, page, force);
        }
        return ExitStatus.DONE.code();
    }
}
