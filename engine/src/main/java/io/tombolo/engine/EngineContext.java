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
package io.tombolo.engine;

import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.collective.SlotFiles;
import io.tombolo.engine.communicator.ClaimCalls;
import io.tombolo.engine.completion.FailureMessages;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.engine.telemetry.Latencies;
import io.tombolo.engine.order.OrderReplay;
import io.tombolo.engine.feed.FeedSettings;
import io.tombolo.engine.telemetry.RecordingSettings;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.flight.OrderReader;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankRequest;
import io.tombolo.ringbuffers.job.StreamFileDescriptor;
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.ringbuffers.setting.Settings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;

/**
 * All settings of an engine. A setting that is not set here comes from a system property, else from the environment, else from a default.
 * {@link #conclude()} decides and checks all settings once. A context launches one engine. Not thread-safe.
 * <p>
 * The environment variable of a property has its name in upper case with underscores: {@code TOMBOLO_DIR} for {@code tombolo.dir}. A blank
 * value counts as not set. If neither directory nor size is set, the engine is a world of one rank. A name that begins like these but is no
 * setting is reported once, with the nearest setting.
 */
public final class EngineContext {
    /** Directory of the job: all that ranks must agree on to find each other. */
    public static final String DIRECTORY_PROPERTY = "tombolo.dir";

    /** Number of this rank, from 0. */
    public static final String RANK_PROPERTY = "tombolo.rank";

    /** Name of this rank. Without {@link #RANK_PROPERTY} it finds the row of the rank. */
    public static final String NAME_PROPERTY = "tombolo.name";

    /** {@code true} lets the job stay in place when its last rank has left or died. */
    public static final String KEEP_PROPERTY = "tombolo.keep";

    /** Longest time that a send waits for a rank that no process has joined as, in milliseconds. */
    public static final String ABSENT_TIMEOUT_PROPERTY = FailureMessages.ABSENT_TIMEOUT_PROPERTY;

    /** Number of ranks, 1 to {@link #MAX_SIZE}. */
    public static final String SIZE_PROPERTY = "tombolo.size";

    /** Group of users that may join, by name or number; see {@link #group(String)}. */
    public static final String GROUP_PROPERTY = OwnerOnly.GROUP_PROPERTY;

    /** {@code single} or {@code multiple}. */
    public static final String THREAD_LEVEL_PROPERTY = "tombolo.thread.level";

    /** {@code true} starts an agent thread that makes progress; needs {@link ThreadLevel#MULTIPLE}. */
    public static final String ASYNC_PROGRESS_PROPERTY = "tombolo.async.progress";

    /** Longest time that a launch waits for the job directory, in milliseconds. */
    public static final String JOIN_TIMEOUT_PROPERTY = "tombolo.join.timeout.ms";

    /** Longest time that a close waits for pending sends, in milliseconds. */
    public static final String CLOSE_TIMEOUT_PROPERTY = "tombolo.close.timeout.ms";

    /** Number of turns without work that spin, before a wait yields. */
    public static final String SPINS_PROPERTY = "tombolo.wait.spins";

    /** Number of turns without work that yield, before a wait sleeps. */
    public static final String YIELDS_PROPERTY = "tombolo.wait.yields";

    /** Bytes of the regions that are lent for messages that are written in place and do not fit a packet. */
    public static final String CLAIM_BYTES_PROPERTY = ClaimCalls.CLAIM_BYTES_PROPERTY;

    /** Bytes of private memory for messages that are read in place and do not lie in a memory region of their sender. */
    public static final String FETCH_BYTES_PROPERTY = FailureMessages.FETCH_BYTES_PROPERTY;

    /**
     * Time without a call of the rank after which the agent for windows serves it, in microseconds. With 0 there is no agent: accesses by
     * packets wait for calls of their target, as at {@link ThreadLevel#SINGLE}.
     */
    public static final String WINDOW_AGENT_PROPERTY = "tombolo.window.agent.us";

    /** Largest number of endpoints of this rank. The first endpoint allocates a table for them. */
    public static final String ENDPOINTS_PROPERTY = "tombolo.endpoints";

    /**
     * Largest number of slots for collective operations that this rank has in use: one for each communicator and window, the world
     * included. That of a closed one counts until the other members have read what it holds.
     */
    public static final String COLLECTIVE_SLOTS_PROPERTY = SlotFiles.SLOTS_PROPERTY;

    /**
     * Messages that the flight recorder records: {@code waiting} leaves out short messages that complete at once, {@code all} leaves out
     * none.
     */
    public static final String FLIGHT_MESSAGES_PROPERTY = "tombolo.flight.messages";

    /**
     * Longest time that a rank waits for a recorder process which has not read the oldest event and makes no progress, in milliseconds.
     * With 0 the event is overwritten at once.
     */
    public static final String FLIGHT_WAIT_PROPERTY = "tombolo.flight.wait.ms";

    /**
     * Bytes of messages that a rank keeps for a recorder: a power of two from 65,536 to 536,870,912. With 0 it keeps none. A rank that
     * keeps bytes records all messages.
     */
    public static final String FLIGHT_PAYLOAD_PROPERTY = "tombolo.flight.payload.bytes";

    /** One of so many messages that wait is measured: a power of two; 0 measures nothing. */
    public static final String LATENCY_SAMPLE_PROPERTY = "tombolo.latency.sample";

    /** Largest number of ranks. */
    public static final int MAX_SIZE = 1024;

    private static final long DEFAULT_JOIN_TIMEOUT_MS = 30_000;
    private static final long DEFAULT_CLOSE_TIMEOUT_MS = 5_000;
    private static final long DEFAULT_ABSENT_TIMEOUT_MS = 30_000;
    private static final String FOREVER = "forever";
    private static final long DEFAULT_CLAIM_BYTES = 16 << 20;
    private static final long DEFAULT_FETCH_BYTES = 16 << 20;
    private static final long MOST_FETCH_BYTES = 1 << 30;
    private static final long DEFAULT_WINDOW_AGENT_US = 1_000;
    private static final int DEFAULT_ENDPOINTS = 1024;
    private static final int DEFAULT_COLLECTIVE_SLOTS = 1024;
    private static final int MOST_COLLECTIVE_SLOTS = 1 << 16;
    private static final int DEFAULT_LATENCY_SAMPLE = 64;
    private static final int MOST_LATENCY_SAMPLE = 1 << 30;
    /** A value that no caller means: -1 would be one, which is refused. */
    private static final long NOT_SET = Long.MIN_VALUE;

    private final Map<GeometrySetting, Long> sizes = new EnumMap<>(GeometrySetting.class);
    private Path directory;
    private String group;
    private long rank = NOT_SET;
    private long size = NOT_SET;
    private String name;
    private Boolean isKept;
    private long absentTimeoutMs = NOT_SET;
    private ThreadLevel threadLevel;
    private Boolean asyncProgress;
    private Boolean recordsAllMessages;
    private long flightWaitMs = NOT_SET;
    private long flightPayloadBytes = NOT_SET;
    private long joinTimeoutMs = NOT_SET;
    private long closeTimeoutMs = NOT_SET;
    private long spins = NOT_SET;
    private long yields = NOT_SET;
    private long claimBytes = NOT_SET;
    private long fetchBytes = NOT_SET;
    private long windowAgentUs = NOT_SET;
    private long endpoints = NOT_SET;
    private long collectiveSlots = NOT_SET;
    private FeedSettings feedSettings;
    private long latencySample = NOT_SET;
    private int windowShift = MappedFile.WINDOW_SHIFT;
    private ErrorHandler errorHandler;
    private MemberListener memberListener;
    private JobGeometry geometry;
    private boolean concluded;

    /**
     * Makes a context in which nothing is set.
     */
    public EngineContext() {
    }

    /**
     * Decides and checks every setting. {@link Engine#launch} does this; a program may do it to see the settings without an engine.
     *
     * @return this.
     * @throws IllegalArgumentException if a setting is out of its range; the message has its name, its value and its range.
     * @throws IllegalStateException    if the context has been concluded before.
     */
    public EngineContext conclude() {
        if (concluded) {
            throw new IllegalStateException("this context has launched an engine: make a new one");
        }
        SettingNames.reportUnknown();
        concludePlace();
        concludeSwitches();
        joinTimeoutMs = number(JOIN_TIMEOUT_PROPERTY, joinTimeoutMs, DEFAULT_JOIN_TIMEOUT_MS, 0, Long.MAX_VALUE);
        closeTimeoutMs = timeout(CLOSE_TIMEOUT_PROPERTY, closeTimeoutMs, DEFAULT_CLOSE_TIMEOUT_MS);
        absentTimeoutMs = timeout(ABSENT_TIMEOUT_PROPERTY, absentTimeoutMs, DEFAULT_ABSENT_TIMEOUT_MS);
        flightWaitMs = number(FLIGHT_WAIT_PROPERTY, flightWaitMs, 0, 0, Integer.MAX_VALUE);
        flightPayloadBytes = number(FLIGHT_PAYLOAD_PROPERTY, flightPayloadBytes, 0, 0, StreamFileDescriptor.MOST_PAYLOAD);
        check(flightPayloadBytes == 0 || StreamFileDescriptor.isCapacity(flightPayloadBytes), FLIGHT_PAYLOAD_PROPERTY, flightPayloadBytes,
            "must be 0 or a power of two of at least " + StreamFileDescriptor.LEAST_PAYLOAD);
        recordsAllMessages |= flightPayloadBytes > 0;
        claimBytes = number(CLAIM_BYTES_PROPERTY, claimBytes, DEFAULT_CLAIM_BYTES, 0, Long.MAX_VALUE);
        fetchBytes = number(FETCH_BYTES_PROPERTY, fetchBytes, DEFAULT_FETCH_BYTES, 0, MOST_FETCH_BYTES);
        feedSettings = FeedSettings.read();
        endpoints = number(ENDPOINTS_PROPERTY, endpoints, DEFAULT_ENDPOINTS, 1, EndpointKey.MAX_ENDPOINTS);
        collectiveSlots = number(COLLECTIVE_SLOTS_PROPERTY, collectiveSlots, DEFAULT_COLLECTIVE_SLOTS, 1, MOST_COLLECTIVE_SLOTS);
        windowAgentUs = number(WINDOW_AGENT_PROPERTY, windowAgentUs, DEFAULT_WINDOW_AGENT_US, 0, Long.MAX_VALUE);
        latencySample = number(LATENCY_SAMPLE_PROPERTY, latencySample, DEFAULT_LATENCY_SAMPLE, Latencies.OFF, MOST_LATENCY_SAMPLE);
        check(Long.bitCount(latencySample) <= 1, LATENCY_SAMPLE_PROPERTY, latencySample, "must be 0 or a power of two");
        spins = number(SPINS_PROPERTY, spins, NOT_SET, 0, Integer.MAX_VALUE);
        yields = number(YIELDS_PROPERTY, yields, WaitPolicy.DEFAULT_YIELDS, 0, Integer.MAX_VALUE);
        geometry = concludeGeometry();
        errorHandler = errorHandler != null ? errorHandler :
            exception -> System.getLogger("io.tombolo.engine").log(System.Logger.Level.WARNING, exception.getMessage());
        concluded = true;
        return this;
    }

    private void concludePlace() {
        final String path = Settings.text(DIRECTORY_PROPERTY);
        directory = directory != null ? directory : path == null ? null : path(path);
        group = group != null ? group : Settings.text(GROUP_PROPERTY);
        group = group == null || directory == null ? OwnerOnly.NO_GROUP : group;
        name = name == null ? Settings.text(NAME_PROPERTY) : name.isEmpty() ? null : name;
        final long ranks = number(SIZE_PROPERTY, size, NOT_SET, 1, MAX_SIZE);
        final boolean isAlone = ranks == NOT_SET || ranks == 1;
        final boolean isByName = name != null && (directory != null || !isAlone);
        rank = explicitOrGiven(RANK_PROPERTY, rank, isByName ? RankRequest.BY_NAME : isAlone ? 0 : NOT_SET);
        check(ranks != NOT_SET || rank != RankRequest.BY_NAME || !isByName, NAME_PROPERTY, name,
            "needs " + SIZE_PROPERTY + ", the number of rows, which is not set");
        check(ranks != NOT_SET || rank == 0, RANK_PROPERTY, rank, "needs " + SIZE_PROPERTY + ", the number of ranks, which is not set");
        size = ranks == NOT_SET ? 1 : ranks;
        check(rank != NOT_SET, SIZE_PROPERTY, size, "needs " + RANK_PROPERTY + ", from 0 to " + (size - 1) + ", or " + NAME_PROPERTY +
            ", which are not set");
        check(rank >= 0 && rank < size || rank == RankRequest.BY_NAME && name != null, RANK_PROPERTY, rank,
            "must be from 0 to " + (size - 1) + ", for " + SIZE_PROPERTY + "=" + size);
        check(size == 1 || directory != null, SIZE_PROPERTY, size, "needs " + DIRECTORY_PROPERTY + ", which is not set");
    }

    private void concludeSwitches() {
        threadLevel = threadLevel != null ? threadLevel :
            Settings.isOn(THREAD_LEVEL_PROPERTY, "multiple", "single", false) ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        isKept = isKept != null ? isKept : Settings.isOn(KEEP_PROPERTY, "true", "false", false);
        asyncProgress = asyncProgress != null ? asyncProgress : Settings.isOn(ASYNC_PROGRESS_PROPERTY, "true", "false", false);
        recordsAllMessages =
            recordsAllMessages != null ? recordsAllMessages : Settings.isOn(FLIGHT_MESSAGES_PROPERTY, "all", "waiting", false);
        if (asyncProgress && threadLevel != ThreadLevel.MULTIPLE) {
            throw new IllegalArgumentException(ASYNC_PROGRESS_PROPERTY + "=true needs " + THREAD_LEVEL_PROPERTY + "=multiple");
        }
        // Read where they are used, when it is too late for a refusal.
        Settings.isOn(LibC.NATIVES_PROPERTY, "on", "off", true);
        Settings.isOn(FaultPoint.ENABLED_PROPERTY, "true", "false", false);
    }

    private static Path path(final String text) {
        try {
            return Path.of(text);
        } catch (final InvalidPathException exception) {
            throw new IllegalArgumentException(DIRECTORY_PROPERTY + "=" + SystemLimits.explain(exception));
        }
    }

    private JobGeometry concludeGeometry() {
        final JobGeometry.Builder builder = JobGeometry.builder();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            final Long explicit = sizes.get(setting);
            builder.set(setting, explicit != null ? explicit : Settings.number(setting.propertyName(), setting.defaultValue(size())));
        }
        return builder.build();
    }

    private static void check(final boolean holds, final String name, final Object value, final String rule) {
        if (!holds) {
            throw new IllegalArgumentException(name + "=" + value + " " + rule);
        }
    }

    private static long number(final String property, final long explicit, final long otherwise, final long least, final long most) {
        final long value = explicitOrGiven(property, explicit, otherwise);
        check(value == otherwise || value >= least && value <= most, property, value,
            most == Long.MAX_VALUE ? "must be at least " + least : "must be from " + least + " to " + most);
        return value;
    }

    /** Decides a time in milliseconds; {@link Long#MAX_VALUE} for no limit. */
    private static long timeout(final String property, final long explicit, final long otherwise) {
        return explicit == NOT_SET && FOREVER.equalsIgnoreCase(Settings.text(property)) ? Long.MAX_VALUE :
            number(property, explicit, otherwise, 0, Long.MAX_VALUE);
    }

    private static long explicitOrGiven(final String property, final long explicit, final long otherwise) {
        return explicit != NOT_SET ? explicit : Settings.number(property, otherwise);
    }

    /**
     * Sets the directory of the job.
     *
     * @param newDirectory path; the launch makes the directory if it is missing.
     * @return this.
     */
    public EngineContext directory(final Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Returns the directory of the job.
     *
     * @return path, or null for a world of one rank, which gets a directory of its own.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Sets the group of users that may use the files of the job, so that ranks may run as different users. The directory of the job has
     * mode 2770 then, its files have mode 0660, and all of them belong to the group. All ranks of the job must give the same group, and
     * the user of each must be in it. Without a group the files belong to one user alone.
     *
     * @param newGroup name or number of the group; blank for none, whatever the setting says.
     * @return this.
     */
    public EngineContext group(final String newGroup) {
        group = newGroup;
        return this;
    }

    /**
     * Returns the group of users that may use the files of the job.
     *
     * @return its name or number; blank for none, as for a world of one rank without a directory.
     */
    public String group() {
        return group;
    }

    /**
     * Sets the number of this rank.
     *
     * @param newRank from 0.
     * @return this.
     */
    public EngineContext rank(final int newRank) {
        rank = newRank;
        return this;
    }

    /**
     * Returns the number of this rank.
     *
     * @return rank; -1 if the name finds it.
     */
    public int rank() {
        return (int) rank;
    }

    /**
     * Sets the number of ranks.
     *
     * @param newSize 1 to {@link #MAX_SIZE}.
     * @return this.
     */
    public EngineContext size(final int newSize) {
        size = newSize;
        return this;
    }

    /**
     * Returns the number of ranks.
     *
     * @return size.
     */
    public int size() {
        return (int) size;
    }

    /**
     * Sets the name of this rank. A name stays with its row: the next process that joins with it becomes the next incarnation of that rank.
     * Without a number, a name that no row has gets the lowest free row. A name that a living process has is refused.
     *
     * @param newName begins with a letter or '_' and consists of letters, digits, '.', '_' and '-'; at most 48 bytes in UTF-8. Empty for
     *                none, whatever the environment says.
     * @return this.
     */
    public EngineContext name(final String newName) {
        name = newName;
        return this;
    }

    /**
     * Returns the name of this rank.
     *
     * @return null if it has none.
     */
    public String name() {
        return name;
    }

    /**
     * Sets whether the job stays in place when its last rank has left or died. It is stored in the job; one rank that asks for it is
     * enough.
     *
     * @param newKept true if ranks shall resume the job later; it ends when its directory is removed.
     * @return this.
     */
    public EngineContext keep(final boolean newKept) {
        isKept = newKept;
        return this;
    }

    /**
     * Sets how long a send waits for a rank that no process has joined as. Then it ends with
     * {@link io.tombolo.engine.api.Outcome#PEER_ABSENT}.
     *
     * @param timeout longest wait; 0 for none, {@link Long#MAX_VALUE} for no limit. The setting has the value {@code forever} for that.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext absentTimeout(final long timeout, final TimeUnit unit) {
        absentTimeoutMs = timeout == Long.MAX_VALUE ? timeout : unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns how long a send waits for a rank that no process has joined as.
     *
     * @return longest wait, in nanoseconds; {@link Long#MAX_VALUE} for no limit.
     */
    public long absentTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(absentTimeoutMs);
    }

    RankRequest request() {
        return new RankRequest((int) rank, name, isKept);
    }

    /**
     * Sets which messages the flight recorder records.
     *
     * @param newAll true for all; false leaves out short messages that complete at once, which would cost a part of their time.
     * @return this.
     */
    public EngineContext recordsAllMessages(final boolean newAll) {
        recordsAllMessages = newAll;
        return this;
    }

    /**
     * Returns which messages the flight recorder records.
     *
     * @return true for all.
     */
    public boolean recordsAllMessages() {
        return recordsAllMessages;
    }

    /**
     * Sets how long the rank waits for a recorder process instead of overwriting an event that the recorder has not read.
     *
     * @param timeout longest wait without progress of the recorder; 0 to overwrite at once.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext flightWait(final long timeout, final TimeUnit unit) {
        flightWaitMs = unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns how long the rank waits for a recorder process.
     *
     * @return nanoseconds; 0 if it overwrites events at once.
     */
    public long flightWaitNs() {
        return TimeUnit.MILLISECONDS.toNanos(flightWaitMs);
    }

    /**
     * Sets how many bytes of messages the rank keeps for a recorder.
     *
     * @param bytes 0 for none, else a power of two from 65,536 to 536,870,912. A rank that keeps bytes records all messages.
     * @return this.
     */
    public EngineContext flightPayload(final long bytes) {
        flightPayloadBytes = bytes;
        return this;
    }

    /**
     * Returns how many bytes of messages the rank keeps for a recorder.
     *
     * @return bytes; 0 for none.
     */
    public long flightPayload() {
        return flightPayloadBytes;
    }

    /** Returns the order that the calls follow, if this rank is started for a replay; else null. */
    private OrderReplay replay() {
        final String file = Settings.text(OrderReader.FILE_PROPERTY);
        if (file == null) {
            return null;
        }
        check(threadLevel == ThreadLevel.SINGLE, THREAD_LEVEL_PROPERTY, "multiple",
            "cannot be replayed: only the calls of a single thread have an order");
        try {
            return new OrderReplay(path(file));
        } catch (final IOException | IllegalArgumentException exception) {
            throw new IllegalArgumentException(OrderReader.FILE_PROPERTY + "=" + file + " cannot be read: " + exception.getMessage());
        }
    }

    /** Returns the settings of feeds, which {@link #conclude} has read. */
    FeedSettings feedSettings() {
        return feedSettings;
    }

    /** Returns what the rank records for readers outside. */
    RecordingSettings recordingSettings() {
        final OrderReplay replay = replay();
        // A replay counts all messages, as the recorded run did.
        return new RecordingSettings(recordsAllMessages || replay != null, flightWaitNs(), (int) flightPayloadBytes, latencySample(),
            threadLevel == ThreadLevel.SINGLE && !asyncProgress, replay);
    }

    /**
     * Sets which threads may call the engine.
     *
     * @param newLevel level; {@link ThreadLevel#SINGLE} by default.
     * @return this.
     */
    public EngineContext threadLevel(final ThreadLevel newLevel) {
        threadLevel = newLevel;
        return this;
    }

    /**
     * Returns which threads may call the engine.
     *
     * @return level.
     */
    public ThreadLevel threadLevel() {
        return threadLevel;
    }

    /**
     * Sets whether an agent thread makes progress.
     *
     * @param newAsyncProgress true to start one; needs {@link ThreadLevel#MULTIPLE}.
     * @return this.
     */
    public EngineContext asyncProgress(final boolean newAsyncProgress) {
        asyncProgress = newAsyncProgress;
        return this;
    }

    /**
     * Returns whether an agent thread makes progress.
     *
     * @return true if there is one.
     */
    public boolean asyncProgress() {
        return asyncProgress;
    }

    /**
     * Sets how long a launch waits for the job directory.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext joinTimeout(final long timeout, final TimeUnit unit) {
        joinTimeoutMs = unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns how long a launch waits for the job directory.
     *
     * @return longest wait, in nanoseconds.
     */
    public long joinTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(joinTimeoutMs);
    }

    /**
     * Sets how long a close waits for pending sends (S0.18).
     *
     * @param timeout longest wait. With {@link Long#MAX_VALUE} the close waits as long as sends are pending: until their receivers have
     *                received them, have died or left, or the job is aborted. The setting has the value {@code forever} for that.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext closeTimeout(final long timeout, final TimeUnit unit) {
        closeTimeoutMs = timeout == Long.MAX_VALUE ? timeout : unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns how long a close waits for pending sends.
     *
     * @return longest wait, in nanoseconds; {@link Long#MAX_VALUE} for no limit.
     */
    public long closeTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(closeTimeoutMs);
    }

    /**
     * Sets how an idle rank waits, whether ranks share cores or not.
     *
     * @param newSpins  number of turns that spin.
     * @param newYields number of turns after those that yield; then the rank sleeps.
     * @return this.
     */
    public EngineContext waiting(final int newSpins, final int newYields) {
        spins = newSpins;
        yields = newYields;
        return this;
    }

    WaitPolicy waitPolicy(final CoreSharing share, final boolean canBeWoken) {
        return spins == NOT_SET ? WaitPolicy.of(share, (int) yields, canBeWoken) : WaitPolicy.of((int) spins, (int) yields, canBeWoken);
    }

    /**
     * Sets how much memory may be lent to claims, in addition to packets.
     *
     * @param newBytes bytes of regions in the job directory, which are made when they are first needed.
     * @return this.
     */
    public EngineContext claimBytes(final long newBytes) {
        claimBytes = newBytes;
        return this;
    }

    /**
     * Returns how much memory may be lent to claims, in addition to packets.
     *
     * @return bytes.
     */
    public long claimBytes() {
        return claimBytes;
    }

    /**
     * Sets the length of the windows in which regions are mapped. For tests: short windows have many borders.
     */
    EngineContext windowShift(final int newShift) {
        windowShift = newShift;
        return this;
    }

    int windowShift() {
        return windowShift;
    }

    /**
     * Sets how much private memory the engine may use for messages that it fetches to be read in place.
     *
     * @param newBytes at most 1 GiB.
     * @return this.
     */
    public EngineContext fetchBytes(final long newBytes) {
        fetchBytes = newBytes;
        return this;
    }

    /**
     * Sets the largest number of endpoints of this rank.
     *
     * @param newEndpoints 1 to 65536.
     * @return this.
     */
    public EngineContext endpoints(final int newEndpoints) {
        endpoints = newEndpoints;
        return this;
    }

    /**
     * Returns the largest number of endpoints of this rank.
     *
     * @return number of endpoints.
     */
    public int endpoints() {
        return (int) endpoints;
    }

    /**
     * Sets the largest number of slots for collective operations that this rank has in use: one for each communicator and window, the
     * world included.
     *
     * @param newSlots from 1 to 65,536.
     * @return this.
     */
    public EngineContext collectiveSlots(final int newSlots) {
        collectiveSlots = newSlots;
        return this;
    }

    /**
     * Returns the largest number of slots for collective operations that this rank has in use.
     *
     * @return number of slots.
     */
    public int collectiveSlots() {
        return (int) collectiveSlots;
    }

    /**
     * Returns how much private memory the engine may use for messages that it fetches to be read in place.
     *
     * @return bytes.
     */
    public long fetchBytes() {
        return fetchBytes;
    }

    /**
     * Sets the time without a call of the rank after which the agent for windows serves it.
     *
     * @param microseconds time; 0 for no agent. {@link ThreadLevel#SINGLE} never has one.
     * @return this.
     */
    public EngineContext windowAgentUs(final long microseconds) {
        windowAgentUs = microseconds;
        return this;
    }

    /**
     * Returns the time without a call of the rank after which the agent for windows serves it.
     *
     * @return microseconds; 0 for no agent.
     */
    public long windowAgentUs() {
        return windowAgentUs;
    }

    /**
     * Sets how many of the messages that wait are measured, for the histograms of latencies.
     *
     * @param oneOf one of so many: a power of two; 0 measures nothing, also no stall and no lock.
     * @return this.
     */
    public EngineContext latencySample(final long oneOf) {
        latencySample = oneOf;
        return this;
    }

    /**
     * Returns how many of the messages that wait are measured.
     *
     * @return one of so many; 0 for none.
     */
    public int latencySample() {
        return (int) latencySample;
    }

    /**
     * Sets a size or threshold of the job. It must be the same at all ranks.
     *
     * @param setting to set.
     * @param value   in the range of the setting.
     * @return this.
     */
    public EngineContext size(final GeometrySetting setting, final long value) {
        sizes.put(setting, setting.check(value));
        return this;
    }

    /**
     * Returns all sizes and thresholds.
     *
     * @return geometry; null before {@link #conclude()}.
     */
    public JobGeometry geometry() {
        return geometry;
    }

    /**
     * Sets the handler of asynchronous errors. A thread that ends a call of the engine, or an agent thread, calls it, with one error at a
     * time. It must not block. Anything that it throws is logged as a warning, and harms nothing.
     * <p>
     * The handler may make calls that return at once, such as {@code isend}, {@code irecv}, {@code tryClaim}, {@code cancel}, tests and
     * queries. Calls that may wait, accesses of windows, {@code poll} and {@code close} throw an {@link IllegalStateException} there that
     * names the call.
     *
     * @param newHandler handler.
     * @return this.
     */
    public EngineContext errorHandler(final ErrorHandler newHandler) {
        errorHandler = newHandler;
        return this;
    }

    /**
     * Returns the handler of asynchronous errors.
     *
     * @return handler; by default one that logs.
     */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Sets the listener that is told of the ranks that join, leave and die.
     *
     * @param newListener listener, see there for its threads and for what it may call; null for none.
     * @return this.
     */
    public EngineContext memberListener(final MemberListener newListener) {
        memberListener = newListener;
        return this;
    }

    /**
     * Returns the listener that is told of the ranks that join, leave and die.
     *
     * @return listener, or null.
     */
    public MemberListener memberListener() {
        return memberListener;
    }
}
