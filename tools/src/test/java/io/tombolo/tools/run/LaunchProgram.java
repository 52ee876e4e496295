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

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A launcher whose grace period is longer than any test. Two ranks run the script in its argument.
 */
final class LaunchProgram {
    private LaunchProgram() {
    }

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final LaunchResult result = JobLaunch.ofCopies(Path.of("."), 2, List.of("sh", "-c", arguments[0]))
            .grace(Duration.ofHours(1))
            .takeSignals(true)
            .output(new PrefixedLines(System.out), new PrefixedLines(System.err))
            .run();
        System.exit(result.status());
    }
}
