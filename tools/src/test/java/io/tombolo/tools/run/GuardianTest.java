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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GuardianTest {
    @Test
    void shouldEndALeaderThatHasNotMadeItsGroupYet() throws IOException, InterruptedException {
        final ProcessGroups groups = ProcessGroups.ofSystem();
        final Process leader = new ProcessBuilder("sleep", "1000").start();
        try {
            try (Guardian guardian = Guardian.start(groups, new LaunchMarker())) {
                guardian.watch(groups.target(leader.pid()));
            }
            assertThat(leader.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            leader.destroyForcibly();
        }
    }
}
