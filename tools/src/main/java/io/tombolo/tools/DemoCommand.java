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

import io.tombolo.tools.demo.Demo;
import io.tombolo.tools.run.LaunchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code demo}: spreads a real file over the ranks of a job, verifies it, and measures.
 */
@Command(
    name = "demo",
    description = {
        "Spread a file over the ranks of a job, verify every byte, and measure.",
        "",
        "Rank 0 reads the file and sends its pieces to the other ranks as short, eager, staged and registered messages. Every rank "
            + "compares its SHA-256 digest with that of rank 0. Then tokens travel between the ranks, received from any source. At the "
            + "end ranks 0 and 1 measure latency. The demo takes less than a minute and, with 4 ranks, less than 20 MB of shared memory.",
        "",
        "The exit status is 0 if everything was verified, 1 if not or if a rank died, and 128+n if signal n ended the demo.",
        ""
    })
final class DemoCommand implements Callable<Integer> {
    private static final int DEFAULT_RANKS = 4;

    private final Terminal terminal;

    @Option(names = "-n", paramLabel = "N", description = "Number of ranks, 2 to " + Demo.MAX_RANKS + ". Default: " + DEFAULT_RANKS + ".")
    private int size = DEFAULT_RANKS;

    @Option(names = "--file", paramLabel = "FILE", description = "File to spread. Default: lib/modules of this JDK, more than 100 MB.")
    private Path file = Path.of(System.getProperty("java.home"), "lib", "modules");

    @Option(names = "--dir", paramLabel = "DIR", description = {
        "Directory of the job. It is removed at the end, unless it existed before.",
        "Default: a new one in /dev/shm/tombolo-<user>, or in the directory for temporary files if there is no /dev/shm."
    })
    private Path directory;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    DemoCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        final Demo demo = new Demo(file, size, terminal.out(), terminal.err(), terminal.isInteractive());
        try (LaunchDirectory job = directory == null ?
            LaunchDirectory.fresh(RunCommand.parent()) : LaunchDirectory.of(directory, RunCommand.group())) {
            try {
                return demo.run(job.path());
            } finally {
                job.remove();
            }
        }
    }

    private void check() throws IOException {
        if (size < 2 || size > Demo.MAX_RANKS) {
            throw new CommandFailure(ExitStatus.USAGE, "-n takes 2 to " + Demo.MAX_RANKS + ", not " + size);
        }
        if (!Files.exists(file)) {
            throw new CommandFailure(ExitStatus.FAILED, "there is no file " + file);
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new CommandFailure(ExitStatus.FAILED, "cannot read " + file + (Files.isDirectory(file) ? ": it is a directory" : ""));
        }
        if (Files.size(file) == 0) {
            throw new CommandFailure(ExitStatus.FAILED, file + " is empty: there is nothing to spread");
        }
    }
}
