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

import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.inspect.JobState;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The directory that holds the job directories of a user. Reading it creates nothing.
 */
public final class JobParent {
    private static final Comparator<JobSummary> NEWEST_FIRST =
        Comparator.comparingLong(JobSummary::createdMs).reversed().thenComparing(JobSummary::name);
    /** For a stable sort, so that equal jobs stay in their order. */
    private static final Comparator<JobSummary> MOST_INTERESTING_FIRST =
        Comparator.comparing(JobSummary::isShared).thenComparing(job -> job.state() == JobState.LIVE).reversed();

    private final Path path;

    /**
     * Names a directory, which is not read yet and need not exist.
     *
     * @param path path of the directory
     */
    public JobParent(final Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /**
     * The path of the directory.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
    }

    /**
     * Lists all jobs, each followed by the job that was put aside in its directory, if there is one.
     *
     * @return newest first; none if there is no such directory
     * @throws IOException if the directory cannot be read
     */
    public List<JobSummary> list() throws IOException {
        final List<JobSummary> jobs = new ArrayList<>();
        for (final JobLocation place : places()) {
            final JobSummary job = JobSummary.of(place.path().getFileName().toString(), place);
            if (job.state() != JobState.EMPTY || job.belongsToTombolo()) {
                jobs.add(job);
            }
        }
        jobs.sort(NEWEST_FIRST);
        final List<JobSummary> all = new ArrayList<>();
        for (final JobSummary job : jobs) {
            all.add(job);
            final JobLocation previous = JobLocation.at(job.path()).previous();
            if (previous.hasJob()) {
                all.add(JobSummary.of(job.name() + "/previous", previous));
            }
        }
        return all;
    }

    private List<JobLocation> places() throws IOException {
        final List<JobLocation> places = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (final Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    places.add(JobLocation.at(entry));
                }
            }
        } catch (final NoSuchFileException | NotDirectoryException none) {
            places.clear();
        } catch (final AccessDeniedException ex) {
            throw new IOException(path + ": this user may not read it; use --parent to look elsewhere, and TOMBOLO_DIR or "
                + "'tombolo run --dir' to make jobs elsewhere", ex);
        } catch (final DirectoryIteratorException ex) {
            throw ex.getCause();
        }
        return places;
    }

    /**
     * Finds a job directory by its name or path.
     *
     * @param name a path that begins with {@code /} or {@code .}, or a path relative to this directory or else to the current directory
     * @return the absolute path of a directory that exists
     * @throws NoSuchJobException if there is none
     * @throws IOException        if this user may not read it
     */
    public Path find(final String name) throws IOException {
        final Path inParent = path.resolve(name).normalize();
        final Path here = Path.of(name).toAbsolutePath().normalize();
        final Path first = name.startsWith("/") || name.startsWith(".") ? here : inParent;
        if (Files.isDirectory(first, LinkOption.NOFOLLOW_LINKS)) {
            return first;
        }
        if (Files.isDirectory(here)) {
            return here;
        }
        checkAccess(first);
        throw new NoSuchJobException(first);
    }

    /** Tells a directory that this user may not read from one that does not exist. */
    private static void checkAccess(final Path file) throws IOException {
        try {
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (final NoSuchFileException | NotDirectoryException nothing) {
            return;
        }
    }

    /**
     * Lists the jobs that can be read, the most interesting first: jobs of several processes before jobs within one JVM, then live jobs
     * before dead ones, then newer before older ones.
     *
     * @return at least one
     * @throws NoSuchJobException if there is no job
     * @throws IOException        if the parent cannot be read
     */
    public List<JobSummary> byInterest() throws IOException {
        final List<JobSummary> jobs = list().stream().filter(job -> job.state().isJob()).sorted(MOST_INTERESTING_FIRST).toList();
        if (jobs.isEmpty()) {
            throw new NoSuchJobException("there are no jobs in " + path);
        }
        return jobs;
    }
}
