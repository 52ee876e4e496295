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
package io.tombolo.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Request;
import io.tombolo.tools.Screen;
import io.tombolo.tools.inspect.JobCopies;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A browser shows the page without a complaint, loads nothing else, and never has to scroll it sideways.
 */
@Timeout(120)
class ReportBrowserTest {
    private static final List<String> COMPLAINTS = List.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded");

    @TempDir
    private Path directory;

    @Test
    void shouldShowInABrowser() throws IOException, InterruptedException {
        assumeTrue(Chromium.find().isPresent(), "no Chromium on the PATH");
        final Path page = directory.resolve("report.html");
        Files.writeString(page, page());
        try (Chromium chromium = Chromium.start(Chromium.find().orElseThrow(), directory.resolve("profile"))) {
            for (final int width : new int[] {1280, 400}) {
                chromium.open(page, width);
                COMPLAINTS.forEach(kind -> assertThat(chromium.events(kind)).as("%d px", width).isEmpty());
                assertThat(chromium.events("Network.requestWillBeSent")).extracting(event -> StrictJson.at(event, "params.request.url"))
                    .containsOnly(page.toUri().toString());
                assertThat(chromium.evaluate("innerWidth")).isEqualTo((long) width);
                chromium.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
                assertThat((Long) chromium.evaluate("document.documentElement.scrollWidth")).as("%d px", width)
                    .isLessThanOrEqualTo(width);
                assertThat(chromium.evaluate("document.querySelectorAll('.heat rect > title').length")).isEqualTo(2L * 8);
                assertThat((Long) chromium.evaluate(
                    "Math.min(...[...document.querySelectorAll('figure svg')].map(each => each.getBoundingClientRect().height))"))
                    .isPositive();
                assertThat(chromium.evaluate("JSON.parse(document.getElementById('report').textContent).version")).isEqualTo(1L);
            }
            final Object light = chromium.evaluate("getComputedStyle(document.body).backgroundColor");
            chromium.call("Emulation.setEmulatedMedia", Map.of("media", "print"));
            assertThat(chromium.evaluate("getComputedStyle(document.querySelector('nav')).display")).isEqualTo("none");
            chromium.dark();
            assertThat(chromium.evaluate("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(light);
        }
    }

    /** The report of a job of 8 ranks, each of which sends to the next one. */
    private static String page() {
        try (LocalJob job = LocalJob.of(8, JobCopies::small)) {
            final UnsafeBuffer data = new UnsafeBuffer(new byte[2_000]);
            for (int i = 0; i < 40; i++) {
                for (int rank = 0; rank < job.size(); rank++) {
                    final int length = i * rank * 5;
                    final int next = (rank + 1) % job.size();
                    final Request send = job.engine(rank).world().isend(data, 0, length, next, 7);
                    final Request receive = job.engine(next).world().irecv(data, 0, length, rank, 7);
                    while (!send.test() || !receive.test()) {
                        job.step();
                    }
                }
            }
            job.kill(7);
            return new Screen().ok("report", job.directory().toString(), "--html", "-");
        }
    }
}
