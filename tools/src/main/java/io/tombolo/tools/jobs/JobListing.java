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
package io.tombolo.tools.jobs;

import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.text.Colours;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.io.PrintStream;
import java.util.List;

/**
 * A list of jobs, as text or as JSON: an object of {@code format} 1, {@code parent} and {@code jobs}, each with {@code name}, {@code path},
 * {@code state} (live, dead, previous, starting, empty, refused), {@code alive}, {@code size}, {@code bytes}, {@code createdMs},
 * {@code problem} (null, or why it was refused), {@code kept} and {@code names} (of the ranks that are alive and have one).
 */
public final class JobListing {
    private static final int FORMAT = 1;
    /** Length of the names of a job in a table, in characters, unless the first name is longer. */
    private static final int NAMES_WIDTH = 30;

    private JobListing() {
    }

    /**
     * Writes a table and the sum of the sizes.
     *
     * @param parent  directory of the jobs
     * @param jobs    jobs to list
     * @param colours for the heading
     * @param out     gets the text
     */
    public static void text(final JobParent parent, final List<JobSummary> jobs, final Colours colours, final PrintStream out) {
        if (jobs.isEmpty()) {
            out.println("no jobs in " + parent.path());
            return;
        }
        final long nowMs = System.currentTimeMillis();
        final TextTable table = new TextTable("", "<<>>><");
        table.row("job", "state", "alive", "size", "age", jobs.stream().allMatch(job -> job.names().isEmpty()) ? "" : "names");
        for (final JobSummary job : jobs) {
            table.row(job.name(), job.stateText(), job.size() == 0 ? "" : job.alive() + " of " + job.size(),
                ScreenText.bytes(job.bytes()), ScreenText.span(nowMs - job.createdMs()), names(job.names()));
        }
        final List<String> lines = table.lines();
        out.println(colours.bold(lines.get(0)));
        lines.subList(1, lines.size()).forEach(out::println);
        jobs.stream().filter(job -> !job.problem().isEmpty())
            .forEach(job -> out.println(job.name() + ": " + ScreenText.printable(job.problem())));
        out.println(ScreenText.bytes(jobs.stream().mapToLong(JobSummary::bytes).sum()) + " in " + parent.path());
    }

    /** As many names as have room in a line. */
    private static String names(final List<String> names) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            if (i > 0 && text.length() + names.get(i).length() > NAMES_WIDTH) {
                return text + " and " + (names.size() - i) + " more";
            }
            text.append(i == 0 ? "" : " ").append(names.get(i));
        }
        return text.toString();
    }

    /**
     * Writes JSON.
     *
     * @param parent directory of the jobs
     * @param jobs   jobs to list
     * @param out    gets the text
     */
    public static void json(final JobParent parent, final List<JobSummary> jobs, final PrintStream out) {
        final JsonWriter json = new JsonWriter(out);
        json.object().member("format", FORMAT).member("parent", parent.path().toString()).array("jobs");
        for (final JobSummary job : jobs) {
            json.object().member("name", job.name()).member("path", job.path().toString()).member("state", job.state().word())
                .member("alive", job.alive()).member("size", job.size()).member("bytes", job.bytes())
                .member("createdMs", job.createdMs()).member("problem", job.problem().isEmpty() ? null : job.problem())
                .member("kept", job.isKept()).array("names");
            job.names().forEach(json::value);
            json.end().end();
        }
        json.end().end();
    }
}
