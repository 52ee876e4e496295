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
import io.tombolo.tools.json.StrictJson;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code top} without a terminal: one interval for scripts, and refusals that name it. */
@Timeout(30)
final class TopCommandTest {
    private static final String SOON = "--interval=0.02";

    private final Screen screen = new Screen();

    @Test
    void shouldRefuseToShowItselfWithoutATerminal() {
        assertThat(screen.run("top")).isEqualTo(ExitStatus.USAGE.code());
        assertThat(screen.err()).isEqualTo(
            "tombolo top: standard input is no terminal; use --once, --csv or --json; see 'tombolo top --help'\n");
        assertThat(screen.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--interval=0", "--interval=-1", "--interval=NaN", "--interval=4000", "--csv --json"})
    void shouldRefuseWrongOptions(final String options) {
        assertThat(screen.run(("top --once " + options).split(" "))).isEqualTo(ExitStatus.USAGE.code());
        assertThat(screen.err().lines()).hasSize(1);
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldWriteOneIntervalAsJson() {
        try (LocalJob job = LocalJob.of(2)) {
            job.engine(0).world().isend(new UnsafeBuffer(new byte[100]), 0, 100, 1, 7);
            final String directory = job.directory().toString();
            final Map<String, Object> root = (Map<String, Object>) screen.json("top", "--once", "--json", SOON, directory);
            assertThat(root.keySet()).containsExactly("version", "job", "state", "timeMs", "seconds", "ranks", "pairs");
            assertThat(root).containsEntry("version", 1L).containsEntry("state", "live")
                .containsEntry("job", job.directory().getFileName().toString());
            final List<Map<String, Object>> ranks = (List<Map<String, Object>>) root.get("ranks");
            assertThat(ranks).hasSize(2);
            assertThat(ranks.get(1).keySet()).containsExactly("rank", "name", "incarnation", "alive", "doing", "asleep", "sent", "received",
                "bytesSent", "bytesReceived", "unexpected", "unexpectedHeld", "stalls", "cores", "waits", "oldestWaitNs", "waitsFor",
                "p99Ns", "p99SinceJoinNs");
            assertThat(ranks.get(1)).containsEntry("rank", 1L).containsEntry("name", null).containsEntry("alive", true)
                .containsEntry("oldestWaitNs", null);
            final List<Map<String, Object>> pairs = (List<Map<String, Object>>) root.get("pairs");
            assertThat(pairs).hasSize(1);
            assertThat(pairs.get(0).keySet()).containsExactly("source", "destination", "messages", "bytes", "queued", "pendingLong",
                "untakenBytes", "stalls", "oldestWaitNs", "waitsFor", "p99Ns", "p99SinceJoinNs");
        }
    }

    @Test
    void shouldWriteCsvWithTheSameColumns() {
        try (LocalJob job = LocalJob.of(2)) {
            final String directory = job.directory().toString();
            assertThat(screen.ok("top", "--once", "--csv", SOON, directory)).matches(
                "timeMs,rank,name,incarnation,alive,doing,asleep,sent,received,bytesSent,bytesReceived,unexpected,unexpectedHeld,stalls,"
                    + "cores,waits,oldestWaitNs,waitsFor,p99Ns,p99SinceJoinNs\n"
                    + "\\d+,0,,1,true,\\w+,\\w+(,0.0){5},0,0.0,[0-9.]+,0,,,,\n\\d+,1,.*\n");
            assertThat(screen.lines()).hasSize(3);
            assertThat(screen.ok("top", "--once", "--csv", "--pairs", SOON, directory)).isEqualTo(
                "timeMs,source,destination,messages,bytes,queued,pendingLong,untakenBytes,stalls,oldestWaitNs,waitsFor,p99Ns,"
                    + "p99SinceJoinNs\n");
        }
    }

    @Test
    void shouldEndWithTheJob() {
        try (LocalJob job = LocalJob.of(2)) {
            job.engine(0).world().isend(new UnsafeBuffer(new byte[100]), 0, 100, 1, 7);
            job.kill(0);
            job.kill(1);
            final String directory = job.directory().toString();
            // Without --once they would go on for ever if the job were alive.
            assertThat(screen.ok("top", "--json", directory).lines()).singleElement().asString().contains("\"state\": \"ended\"");
            assertThat(StrictJson.parse(screen.out())).isInstanceOf(Map.class);
            assertThat(screen.ok("top", "--csv", directory).lines()).hasSize(3).anyMatch(line -> line.contains(",false,dead,false,"));
            assertThat(screen.ok("top", "--once", directory)).startsWith(job.directory().getFileName()
                + ": the job has ended: 2 ranks have died\nrank  sent/s  recv/s  out B/s").contains("dead\n");
            assertThat(screen.ok("top", "--once", "--pairs", directory)).contains("from-to  msgs/s  bytes/s").contains("0-1 ");
        }
    }

    @Test
    void shouldSayThatThereIsNoJob() {
        assertThat(screen.run("top", "--once", "/no/such/job")).isEqualTo(ExitStatus.NO_SUCH_JOB.code());
    }

    @ParameterizedTest
    @CsvSource({"C.UTF-8,,,false", ",,de_DE.utf8,false", ",,,true", "C,,en_US.UTF-8,true", ",POSIX,en_US.UTF-8,true"})
    void shouldFollowTheLocale(final String all, final String type, final String language, final boolean isAscii) {
        assertThat(TopCommand.isAscii(Map.of("LC_ALL", all == null ? "" : all, "LC_CTYPE", type == null ? "" : type,
            "LANG", language == null ? "" : language))).isEqualTo(isAscii);
    }
}
