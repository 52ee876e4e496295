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

import io.tombolo.engine.EngineContext;
import io.tombolo.ringbuffers.file.SystemLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Starts the ranks of a job as processes and waits for their end. Configure it once, and run it once.
 * <p>
 * Each rank gets {@code TOMBOLO_DIR}, {@code TOMBOLO_RANK}, {@code TOMBOLO_SIZE}, {@code TOMBOLO_NAME} if it has a name, and, in
 * {@code JDK_JAVA_OPTIONS}, the flags that its JVM needs ({@link RequiredJvmFlags}), besides those that the user gives to all JVMs
 * ({@link InheritedOptions}). It runs in a session and process group of its own if the system has {@code setsid}. So Ctrl-C at a terminal
 * reaches only the launcher, which passes it on.
 * <p>
 * When a rank fails, the others have a second to end by themselves. Then they get TERM, and after the grace period KILL. When the
 * process of a rank ends, processes that it leaves behind are ended in the same way. When {@link #run} returns or throws, no process
 * of the ranks is left. If this JVM dies first, even by {@code kill -9}, a small guardian process ends them.
 * <p>
 * Not thread-safe. Another thread may interrupt {@code run}, which kills the ranks.
 */
public final class JobLaunch {
    /**
     * Exit status of a launch that reached its time limit; the command {@code timeout} uses the same.
     */
    public static final int TIME_UP = 124;

    /**
     * Default grace period: the time between asking ranks to end and killing them.
     */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(5);

    /** The setting with the name of a rank. */
    static final String NAME_PROPERTY = "tombolo.name";

    /** Files that are open while a process is started. */
    private static final int SPAWN_FILES = 12;
    /** Pipes that stay open for the input and the outputs of a process. */
    private static final int FILES_A_RANK = 3;

    private final Path directory;
    private final List<RankCommand> commands;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Duration timeout = Duration.ZERO;
    private Duration grace = DEFAULT_GRACE;
    private boolean keepGoing;
    private boolean takeSignals;
    private int capacity;
    private int respawns;
    private int spares;
    private boolean pins;
    private ProcessBuilder.Redirect stdin;
    private LineConsumer stdout = (rank, buffer, offset, length) -> { };
    private LineConsumer stderr = stdout;
    private BiConsumer<Integer, ProcessHandle> onStart = (rank, process) -> { };
    private Consumer<String> onNotice = notice -> { };
    private ProcessGroups groups = ProcessGroups.ofSystem();

    /**
     * Makes a launch with a command for each rank. By default output is dropped, input is empty and there is no time limit.
     *
     * @param directory directory of the job; the launch only passes its path on
     * @param commands  what rank 0, 1, … runs
     * @throws IllegalArgumentException if there is no rank
     */
    public JobLaunch(final Path directory, final List<RankCommand> commands) {
        if (commands.isEmpty()) {
            throw new IllegalArgumentException("a job has at least one rank: commands=" + commands);
        }
        this.directory = directory.toAbsolutePath();
        this.commands = List.copyOf(commands);
        this.capacity = commands.size();
    }

    /**
     * Makes a launch of several copies of one command.
     *
     * @param directory directory of the job
     * @param size      number of ranks, at least 1
     * @param command   program and arguments
     * @return the launch
     * @throws IllegalArgumentException if size is below 1, or the command is empty
     */
    public static JobLaunch ofCopies(final Path directory, final int size, final List<String> command) {
        if (size < 1) {
            throw new IllegalArgumentException("a job has at least one rank: size=" + size);
        }
        return new JobLaunch(directory, Collections.nCopies(size, RankCommand.of(command)));
    }

    /**
     * Adds an environment variable for all ranks. They also inherit the variables of this JVM.
     *
     * @param name  name of the variable
     * @param value value for all ranks
     * @return this
     */
    public JobLaunch environment(final String name, final String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Sets a time limit, after which the ranks are ended with status {@link #TIME_UP}.
     *
     * @param limit time from the start of the first rank; zero for no limit
     * @return this
     */
    public JobLaunch timeout(final Duration limit) {
        this.timeout = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /**
     * Sets the grace period: the time between asking ranks to end and killing them.
     *
     * @param time grace period, not negative
     * @return this
     */
    public JobLaunch grace(final Duration time) {
        this.grace = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Sets whether the other ranks continue when one fails.
     *
     * @param keep true to let them continue
     * @return this
     */
    public JobLaunch keepGoing(final boolean keep) {
        this.keepGoing = keep;
        return this;
    }

    /**
     * Sets the size of the job, which may be larger than the number of processes that this launch starts.
     *
     * @param size number of ranks that the job has room for, at least the number of commands
     * @return this
     */
    public JobLaunch capacity(final int size) {
        this.capacity = size;
        return this;
    }

    /**
     * Sets whether a rank that has died starts again, with the same rank, name and environment. The pause before it grows from 100 ms to
     * 5 s, and is short again after a minute of life. A rank that has ended with status 0 does not start again.
     *
     * @param mostAMinute restarts that a rank may have in a minute, after which its death counts; 0 for none at all
     * @return this
     */
    public JobLaunch respawn(final int mostAMinute) {
        this.respawns = mostAMinute;
        return this;
    }

    /**
     * Sets the number of spare processes: JVMs that have started, and that become ranks in place of those that have died. Commands that
     * differ in more than the main class and its arguments have spare processes of their own.
     *
     * @param number spare processes for each different JVM; with any, each command must run a main class by {@code java}
     * @return this
     */
    public JobLaunch spares(final int number) {
        this.spares = number;
        return this;
    }

    /**
     * Sets whether each rank is pinned to cores of its own.
     *
     * @param pin true to pin, which needs the program {@code taskset}
     * @return this
     */
    public JobLaunch pin(final boolean pin) {
        this.pins = pin;
        return this;
    }

    /**
     * Sets a listener, which the thread that runs the launch calls with what people should know: a rank that starts again, or ranks that
     * share a core.
     *
     * @param listener gets one line
     * @return this
     */
    public JobLaunch onNotice(final Consumer<String> listener) {
        this.onNotice = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Sets whether the launch handles the signals INT, TERM and HUP of this JVM: the first is passed on to the ranks and ends the launch,
     * the second kills the ranks.
     *
     * @param take true if the launch is the only purpose of this JVM
     * @return this
     */
    public JobLaunch takeSignals(final boolean take) {
        this.takeSignals = take;
        return this;
    }

    /**
     * Sets the input of rank 0. The input of the other ranks is empty. If the source is an inherited terminal, the launcher reads it while
     * it is in the foreground, and the rank gets a pipe.
     *
     * @param source input, such as {@link ProcessBuilder.Redirect#INHERIT}
     * @return this
     */
    public JobLaunch stdin(final ProcessBuilder.Redirect source) {
        this.stdin = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * Sets the consumers of the output of the ranks.
     *
     * @param out gets the lines of standard output
     * @param err gets the lines of standard error, without the JVM's note on {@code JDK_JAVA_OPTIONS}
     * @return this
     */
    public JobLaunch output(final LineConsumer out, final LineConsumer err) {
        this.stdout = Objects.requireNonNull(out, "out");
        this.stderr = Objects.requireNonNull(err, "err");
        return this;
    }

    /**
     * Sets a listener, which the thread that runs the launch calls when it has started a rank.
     *
     * @param listener gets the rank and its process
     * @return this
     */
    public JobLaunch onStart(final BiConsumer<Integer, ProcessHandle> listener) {
        this.onStart = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Replaces the process groups; for tests of systems without some programs. */
    JobLaunch groups(final ProcessGroups those) {
        this.groups = those;
        return this;
    }

    /**
     * Starts the ranks, and returns when no process of theirs is left and the consumers have taken all output.
     *
     * @return result of the launch
     * @throws IOException          if a rank cannot be started; the others have been ended
     * @throws InterruptedException if this thread was interrupted; the ranks have been ended
     */
    public LaunchResult run() throws IOException, InterruptedException {
        SystemLimits.checkOpenFiles(SPAWN_FILES + FILES_A_RANK * (commands.size() + spares));
        final LinkedBlockingQueue<LaunchEvent> events = new LinkedBlockingQueue<>();
        final TerminalSignals signals = takeSignals ? new TerminalSignals(signal -> events.add(LaunchEvent.signal(signal))) : null;
        try (signals; RankProcesses processes = new RankProcesses(this, events, plan())) {
            final Spares spareProcesses = new Spares(this, processes);
            final Thread backstop = new Thread(processes::destroyForcibly, "launch-backstop");
            Runtime.getRuntime().addShutdownHook(backstop);
            try {
                return new Conductor(this, events, processes, spareProcesses).conduct();
            } finally {
                forget(backstop);
            }
        }
    }

    private CorePlan plan() {
        final Optional<Path> taskset = pins ? ProgramLookup.find("taskset") : Optional.empty();
        final List<Integer> cores = CorePlan.allowed();
        if (pins && (taskset.isEmpty() || cores.isEmpty())) {
            notice("ranks are not pinned: " + (cores.isEmpty() ? "the system does not tell the cores" : "there is no program 'taskset'"));
        } else if (pins && cores.size() < commands.size()) {
            notice(commands.size() + " ranks share " + cores.size() + " cores");
        }
        return taskset.isEmpty() || cores.isEmpty() ? CorePlan.NONE : CorePlan.of(taskset.orElseThrow(), commands.size(), cores);
    }

    private static void forget(final Thread backstop) {
        try {
            Runtime.getRuntime().removeShutdownHook(backstop);
        } catch (final IllegalStateException expected) {
            // The JVM is shutting down: the hook runs, but finds only processes that have ended.
        }
    }

    /** Sets the environment variables of a rank or a spare process, which both share, besides {@link #identity}. */
    void fillEnvironment(final Map<String, String> variables) {
        InheritedOptions.giveBack(variables);
        variables.putAll(environment);
        variables.put("TOMBOLO_DIR", directory.toString());
        variables.put("TOMBOLO_SIZE", Integer.toString(capacity));
        variables.put(RequiredJvmFlags.VARIABLE, RequiredJvmFlags.appendedTo(variables.get(RequiredJvmFlags.VARIABLE)));
    }

    /** The settings that tell a rank who it is, by the names of their system properties. */
    Map<String, String> identity(final int rank) {
        final Map<String, String> identity = new LinkedHashMap<>();
        identity.put(EngineContext.RANK_PROPERTY, Integer.toString(rank));
        if (!name(rank).isEmpty()) {
            identity.put(NAME_PROPERTY, name(rank));
        }
        return identity;
    }

    void started(final int rank, final ProcessHandle process) {
        onStart.accept(rank, process);
    }

    List<RankCommand> commands() {
        return commands;
    }

    String name(final int rank) {
        return commands.get(rank).name();
    }

    int respawns() {
        return respawns;
    }

    int spares() {
        return spares;
    }

    boolean pins() {
        return pins;
    }

    void notice(final String line) {
        onNotice.accept(line);
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
