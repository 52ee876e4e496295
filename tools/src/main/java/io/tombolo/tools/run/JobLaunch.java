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

import io.tombolo.ringbuffers.file.SystemLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;

/**
 * The ranks of a job as processes: configured once, run once.
 * <p>
 * Each rank gets {@code TOMBOLO_DIR}, {@code TOMBOLO_RANK}, {@code TOMBOLO_SIZE} and, in {@code JDK_JAVA_OPTIONS}, the flags
 * that its JVM needs ({@link RequiredJvmFlags}), beside those that the user gives to all JVMs ({@link InheritedOptions}). It runs in
 * a session and process group of its own where the system has {@code setsid}, so a terminal's Ctrl-C reaches the launcher
 * alone, which passes it on.
 * <p>
 * When a rank fails, the others have a second to end by themselves, then get TERM, and after the grace KILL. When a
 * rank's process ends, what it left behind is ended the same way. When {@link #run} returns or throws, nothing of the
 * ranks is left; when the JVM dies first, even by {@code kill -9}, a small guardian process ends them.
 * <p>
 * Not thread-safe; {@code run} may be interrupted from elsewhere, which kills the ranks.
 */
public final class JobLaunch {
    /**
     * Exit status of a launch that ran into its time limit, as of the command {@code timeout}.
     */
    public static final int TIME_UP = 124;

    /**
     * Time between asking ranks to end and killing them, unless set otherwise.
     */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(5);

    /** Files that are open while a process is started, and pipes that stay for its two outputs. */
    private static final int SPAWN_FILES = 12;
    private static final int FILES_A_RANK = 2;

    private final Path directory;
    private final List<List<String>> commands;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Duration timeout = Duration.ZERO;
    private Duration grace = DEFAULT_GRACE;
    private boolean keepGoing;
    private boolean takeSignals;
    private ProcessBuilder.Redirect stdin;
    private LineConsumer stdout = (rank, buffer, offset, length) -> { };
    private LineConsumer stderr = stdout;
    private BiConsumer<Integer, ProcessHandle> onStart = (rank, process) -> { };
    private ProcessGroups groups = ProcessGroups.ofSystem();

    /**
     * A launch with one command a rank. By default output is dropped, input is empty and there is no time limit.
     *
     * @param directory of the job; the launch only passes its path on
     * @param commands  program and arguments of rank 0, 1, …
     * @throws IllegalArgumentException if there is no rank, or a command is empty
     */
    public JobLaunch(final Path directory, final List<List<String>> commands) {
        if (commands.isEmpty() || commands.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("a rank needs a command: commands=" + commands);
        }
        this.directory = directory.toAbsolutePath();
        this.commands = commands.stream().map(List::copyOf).toList();
    }

    /**
     * A launch of one command, several times.
     *
     * @param directory of the job
     * @param size      number of ranks, at least 1
     * @param command   program and arguments
     * @return the launch, to be configured further
     * @throws IllegalArgumentException if size is below 1, or the command is empty
     */
    public static JobLaunch ofCopies(final Path directory, final int size, final List<String> command) {
        if (size < 1) {
            throw new IllegalArgumentException("a job has at least one rank: size=" + size);
        }
        return new JobLaunch(directory, Collections.nCopies(size, command));
    }

    /**
     * Adds an environment variable of all ranks. Those of this JVM are inherited.
     *
     * @param name  of the variable
     * @param value for all ranks
     * @return this
     */
    public JobLaunch environment(final String name, final String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Ends the ranks after a time, with status {@link #TIME_UP}.
     *
     * @param limit from the start of the first rank; zero for no limit
     * @return this
     */
    public JobLaunch timeout(final Duration limit) {
        this.timeout = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /**
     * Sets the time between asking ranks to end and killing them.
     *
     * @param time not negative
     * @return this
     */
    public JobLaunch grace(final Duration time) {
        this.grace = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Lets the other ranks go on when one fails.
     *
     * @param keep true to let them
     * @return this
     */
    public JobLaunch keepGoing(final boolean keep) {
        this.keepGoing = keep;
        return this;
    }

    /**
     * Takes INT, TERM and HUP of this JVM while the launch runs: the first is passed on to the ranks and ends the launch,
     * the second kills them.
     *
     * @param take true for a launch that is all that the JVM does
     * @return this
     */
    public JobLaunch takeSignals(final boolean take) {
        this.takeSignals = take;
        return this;
    }

    /**
     * Gives rank 0 an input. The other ranks find theirs at its end. A terminal that is inherited is read in its foreground only, and
     * the rank gets a pipe.
     *
     * @param source such as {@link ProcessBuilder.Redirect#INHERIT}
     * @return this
     */
    public JobLaunch stdin(final ProcessBuilder.Redirect source) {
        this.stdin = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * Takes the output of the ranks.
     *
     * @param out takes the lines of standard output
     * @param err takes the lines of standard error, without the JVM's note on {@code JDK_JAVA_OPTIONS}
     * @return this
     */
    public JobLaunch output(final LineConsumer out, final LineConsumer err) {
        this.stdout = Objects.requireNonNull(out, "out");
        this.stderr = Objects.requireNonNull(err, "err");
        return this;
    }

    /**
     * Tells of each rank as it is started, by the thread that runs the launch.
     *
     * @param listener takes rank and process
     * @return this
     */
    public JobLaunch onStart(final BiConsumer<Integer, ProcessHandle> listener) {
        this.onStart = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** For tests of systems that lack programs. */
    JobLaunch groups(final ProcessGroups those) {
        this.groups = those;
        return this;
    }

    /**
     * Starts the ranks, and returns when they have ended, nothing of them is left, and their output was taken.
     *
     * @return how it was
     * @throws IOException          if a rank does not start; those that did were ended
     * @throws InterruptedException if this thread was interrupted; the ranks were ended
     */
    public LaunchResult run() throws IOException, InterruptedException {
        SystemLimits.checkOpenFiles(SPAWN_FILES + FILES_A_RANK * commands.size());
        final LinkedBlockingQueue<LaunchEvent> events = new LinkedBlockingQueue<>();
        final TerminalSignals signals = takeSignals ? new TerminalSignals(signal -> events.add(LaunchEvent.signal(signal))) : null;
        try (signals; RankProcesses processes = new RankProcesses(this, events)) {
            final Thread backstop = new Thread(processes::destroyForcibly, "launch-backstop");
            Runtime.getRuntime().addShutdownHook(backstop);
            try {
                return new Conductor(this, events, processes).conduct();
            } finally {
                forget(backstop);
            }
        }
    }

    private static void forget(final Thread backstop) {
        try {
            Runtime.getRuntime().removeShutdownHook(backstop);
        } catch (final IllegalStateException expected) {
            // The JVM is on its way out: the hook runs, and finds processes that have ended.
        }
    }

    /** What rank {@code rank} finds in its environment. */
    void fillEnvironment(final Map<String, String> variables, final int rank) {
        InheritedOptions.giveBack(variables);
        variables.putAll(environment);
        variables.put("TOMBOLO_DIR", directory.toString());
        variables.put("TOMBOLO_RANK", Integer.toString(rank));
        variables.put("TOMBOLO_SIZE", Integer.toString(commands.size()));
        variables.put(RequiredJvmFlags.VARIABLE, RequiredJvmFlags.appendedTo(variables.get(RequiredJvmFlags.VARIABLE)));
    }

    void started(final int rank, final ProcessHandle process) {
        onStart.accept(rank, process);
    }

    List<List<String>> commands() {
        return commands;
    }

    ProcessGroups groups() {
        return groups;
    }

    ProcessBuilder.Redirect stdin() {
        return stdin;
    }

    LineConsumer stdout() {
        return stdout;
    }

    LineConsumer stderr() {
        return stderr;
    }

    boolean keepsGoing() {
        return keepGoing;
    }

    long timeoutNs() {
        return timeout.toNanos();
    }

    long graceNs() {
        return grace.toNanos();
    }
}
