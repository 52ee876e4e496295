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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.examples.CatchUp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code catch-up}: a rank of the example {@link CatchUp}. As a command of the jar, it has the flags of the JVM in the manifest.
 */
@Command(
    name = "catch-up",
    hidden = true,
    description = "Be a rank of the example of recovery. Start it with 'tombolo run --journal DIR --payload --lossless --respawn -n 2'.")
final class CatchUpCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the journal in which this job is recorded.")
    private Path journal;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Override
    public Integer call() throws IOException {
        CatchUp.main(new String[] {journal.toString()});
        return JournalMain.DONE;
    }
}
