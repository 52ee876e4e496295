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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The output of commands does not depend on the user's language.
 */
@Timeout(30)
class LocaleTest {
    private static final String FOREIGN_DIGIT = "[\\p{Nd}&&[^0-9]]";
    private static final String[] COMMANDS = {
        "inspect PARENT/job", "inspect PARENT/job --hex", "inspect PARENT/job --json", "inspect PARENT/job --sends",
        "inspect PARENT/job --windows", "inspect PARENT/job --srq", "inspect PARENT/job --pair=0-1", "metrics PARENT/job",
        "ls --parent=PARENT", "doctor --parent=PARENT", "explain --size=8,64K", "fsm send", "example"};

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @CsvSource({"ar-EG", "fa-IR", "ne-NP", "tr-TR", "th-TH-u-ca-buddhist-nu-thai"})
    void shouldWriteTheSameDigitsEverywhere(final String language) {
        Locale.setDefault(Locale.forLanguageTag(language));
        try (LocalJob job = LocalJob.in(parent.resolve("job"), 2, context -> { })) {
            job.engine(0).world().isend(new UnsafeBuffer(new byte[100]), 0, 100, 1, 7);
            job.engine(1).world().irecv(new byte[50], 0, 50, Communicator.ANY_SOURCE, 3, new Request());
            for (final String command : COMMANDS) {
                final String text = screen.ok(command.replace("PARENT", parent.toString()).split(" "));
                assertThat(text).as(command).isNotEmpty().doesNotContainPattern(FOREIGN_DIGIT);
            }
        }
    }
}
