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
package io.tombolo.extensions.journal.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Checks that each position of a rank is once in a journal, as an event or in a gap.
 */
final class Continuity {
    private Continuity() {
    }

    static void check(final Path journal, final long recorded) throws IOException {
        for (final JournalRank rank : Journal.open(journal)) {
            try (JournalCursor cursor = rank.cursor()) {
                final JournalEvent event = cursor.event();
                long next = 0;
                while (cursor.next()) {
                    if (event.isFlight() || event.isGap()) {
                        assertThat(event.position()).isEqualTo(next);
                        next += event.isGap() ? event.missing() : 1;
                    }
                }
                assertThat(cursor.hasEnded()).isTrue();
                assertThat(cursor.damage()).isEmpty();
                assertThat(next).isEqualTo(recorded);
                assertThat(event.end().recorded()).isEqualTo(recorded);
            }
        }
    }
}
