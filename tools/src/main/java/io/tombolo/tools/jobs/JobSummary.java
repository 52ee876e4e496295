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

import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.JobException;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.job.LaunchLock;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.run.LaunchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A job in a list.
 *
 * @param name      name of its directory, relative to the parent
 * @param path      path of its directory
 * @param state     state of the job
 * @param alive     number of ranks that are alive
 * @param size      number of ranks; 0 if it is not known
 * @param bytes     bytes that its files take
 * @param createdMs when the job was created, or, without a job, when the directory last changed; milliseconds since the epoch
 * @param problem   why the files were refused, in one line; empty if they were not
 * @param isShared  whether a launcher or more than one process has taken part; other jobs are mostly unit tests
 * @param isKept    whether the job stays in place when its last rank has left or died
 * @param names     names of the ranks that are alive and have one, by rank
 */
public record JobSummary(
    String name, Path path, JobState state, int alive, int size, long bytes, long createdMs, String problem, boolean isShared,
    boolean isKept, List<String> names) {
    /**
     * Reads the summary of a directory.
     *
     * @param directory directory that may hold a job
     * @return its summary
     * @throws IOException if the directory cannot be read
     */
    public static JobSummary of(final Path directory) throws IOException {
        return of(directory.getFileName().toString(), JobLocation.at(directory));
    }

    static JobSummary of(final String name, final JobLocation place) throws IOException {
        final boolean isLaunching = LaunchDirectory.isHeld(place.path());
        if (!place.hasJob()) {
            return without(name, place, isLaunching ? JobState.STARTING : JobState.EMPTY, "");
        }
        try {
            final JobView job = JobReader.readRanks(place.path());
            return new JobSummary(name, place.path(), job.state(), (int) job.count(Liveness.ALIVE), job.ranks().size(), place.bytes(),
                job.createdMs(), "", LaunchLock.exists(place.path()) || processes(job) > 1, job.isKept(), names(job));
        } catch (final IOException ex) {
            // The job has ended well since, and its directory is being removed.
            return place.hasJob() ? without(name, place, JobState.REFUSED, SystemLimits.explain(ex, 0).getMessage()) :
                without(name, place, JobState.EMPTY, "");
        }
    }

    private static JobSummary without(final String name, final JobLocation place, final JobState state, final String problem)
        throws IOException {
        return new JobSummary(name, place.path(), state, 0, 0, place.bytes(), modifiedMs(place.path()), problem, false, false,
            List.of());
    }

    /** Counts the processes of all ranks. Processes of different containers may have the same pid. */
    private static long processes(final JobView job) {
        return job.ranks().stream().map(RankView::row).filter(row -> row.pid() != 0).map(row -> List.of(row.pid(), row.startTimeMs()))
            .distinct().count();
    }

    private static List<String> names(final JobView job) {
        return job.ranks().stream().filter(rank -> rank.liveness() == Liveness.ALIVE).map(RankView::name)
            .filter(name -> !name.isEmpty()).toList();
    }

    /**
     * Returns the state of the job, and whether it is kept.
     *
     * @return such as {@code dead} or {@code dead, kept}
     */
    public String stateText() {
        return isKept ? state.word() + ", kept" : state.word();
    }

    private static long modifiedMs(final Path path) {
        try {
            return Files.getLastModifiedTime(path).toMillis();
        } catch (final IOException gone) {
            return 0;
        }
    }

    /** Whether a directory without a job belongs to Tombolo: it has the lock file of a launcher or a rank, or was made for a job. */
    boolean belongsToTombolo() {
        return LaunchLock.exists(path) || JobLocation.at(path).isTouched();
    }

    /**
     * Removes a dead job together with a job that was put aside in its directory, or only a job that was put aside.
     *
     * @return false if the directory stays, because it has other files or is older than the job
     * @throws JobException if the job is alive; nothing has been removed then
     * @throws IOException  if a file cannot be removed
     */
    public boolean remove() throws IOException {
        checkRemovable();
        if (state == JobState.PREVIOUS) {
            JobLocation.at(path.getParent()).removePrevious();
            return true;
        }
        LaunchLock.delete(path);
        return JobLocation.at(path).remove();
    }

    /**
     * Checks whether the job may be removed now.
     *
     * @throws JobException if a rank or the launcher is alive, or there is no job
     * @throws IOException  if the directory is refused
     */
    public void checkRemovable() throws IOException {
        if (state == JobState.PREVIOUS) {
            JobLocation.at(path.getParent()).checkPreviousRemovable();
            return;
        }
        if (state == JobState.EMPTY && !belongsToTombolo()) {
            throw new NoSuchJobException(path);
        }
        if (LaunchDirectory.isHeld(path)) {
            throw new JobException(path + ": its launcher is alive");
        }
        JobLocation.at(path).checkRemovable();
    }
}
