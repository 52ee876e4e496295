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

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.communicator.ClaimCalls;
import io.tombolo.engine.completion.FailureMessages;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.ringbuffers.setting.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;

/**
 * All settings of an engine. What is not set here comes from a system property, then from the environment, then from a default;
 * {@link #conclude()} decides once and checks everything. A context launches one engine.
 * <p>
 * {@code tombolo.dir}, {@code tombolo.rank}, {@code tombolo.size} in the properties are {@code TOMBOLO_DIR}, {@code TOMBOLO_RANK},
 * {@code TOMBOLO_SIZE} in the environment, and so for every other property; a blank text is as none. With none of them the engine is a
 * world of one. A name that begins like these and is none of them is reported once, with the nearest that is. Not thread-safe.
 */
public final class EngineContext {
    /** Directory of the job: the path is the whole contract between ranks. */
    public static final String DIRECTORY_PROPERTY = "tombolo.dir";

    /** This process's number, from 0. */
    public static final String RANK_PROPERTY = "tombolo.rank";

    /** Number of ranks, 1 to {@link #MAX_SIZE}. */
    public static final String SIZE_PROPERTY = "tombolo.size";

    /** {@code single} or {@code multiple}. */
    public static final String THREAD_LEVEL_PROPERTY = "tombolo.thread.level";

    /** {@code true} starts an agent thread that makes progress; needs {@link ThreadLevel#MULTIPLE}. */
    public static final String ASYNC_PROGRESS_PROPERTY = "tombolo.async.progress";

    /** Longest time that a launch waits for the job directory, in milliseconds. */
    public static final String JOIN_TIMEOUT_PROPERTY = "tombolo.join.timeout.ms";

    /** Longest time that a close waits for pending sends, in milliseconds. */
    public static final String CLOSE_TIMEOUT_PROPERTY = "tombolo.close.timeout.ms";

    /** Turns without work that spin, before a wait yields. */
    public static final String SPINS_PROPERTY = "tombolo.wait.spins";

    /** Turns without work that yield, before a wait sleeps. */
    public static final String YIELDS_PROPERTY = "tombolo.wait.yields";

    /** Bytes of the regions that are lent to messages which are written in place and do not fit a packet. */
    public static final String CLAIM_BYTES_PROPERTY = ClaimCalls.CLAIM_BYTES_PROPERTY;

    /** Bytes of private memory for messages that are read in place and do not lie in a memory region of their sender. */
    public static final String FETCH_BYTES_PROPERTY = FailureMessages.FETCH_BYTES_PROPERTY;

    /**
     * Time without a call of the rank after which the agent for windows serves it, in microseconds; 0 for no agent: then accesses by
     * packets wait for calls of their target, as at {@link ThreadLevel#SINGLE}, which has no agent.
     */
    public static final String WINDOW_AGENT_PROPERTY = "tombolo.window.agent.us";

    /** Most endpoints of this rank; a table for them is made with the first. */
    public static final String ENDPOINTS_PROPERTY = "tombolo.endpoints";

    /** Largest number of ranks. */
    public static final int MAX_SIZE = 1024;

    private static final long DEFAULT_JOIN_TIMEOUT_MS = 30_000;
    private static final long DEFAULT_CLOSE_TIMEOUT_MS = 5_000;
    private static final String FOREVER = "forever";
    private static final long DEFAULT_CLAIM_BYTES = 16 << 20;
    private static final long DEFAULT_FETCH_BYTES = 16 << 20;
    private static final long MOST_FETCH_BYTES = 1 << 30;
    private static final long DEFAULT_WINDOW_AGENT_US = 1_000;
    private static final int DEFAULT_ENDPOINTS = 1024;
    /** No value that a caller may mean: -1 is one, and refused. */
    private static final long NOT_SET = Long.MIN_VALUE;

    private final Map<GeometrySetting, Long> sizes = new EnumMap<>(GeometrySetting.class);
    private Path directory;
    private long rank = NOT_SET;
    private long size = NOT_SET;
    private ThreadLevel threadLevel;
    private Boolean asyncProgress;
    private long joinTimeoutMs = NOT_SET;
    private long closeTimeoutMs = NOT_SET;
    private long spins = NOT_SET;
    private long yields = NOT_SET;
    private long claimBytes = NOT_SET;
    private long fetchBytes = NOT_SET;
    private long windowAgentUs = NOT_SET;
    private long endpoints = NOT_SET;
    private int windowShift = MappedFile.WINDOW_SHIFT;
    private ErrorHandler errorHandler;
    private JobGeometry geometry;
    private boolean concluded;

    /**
     * A context in which nothing is set.
     */
    public EngineContext() {
    }

    /**
     * Decides every setting and checks it. Called by {@link Engine#launch}.
     *
     * @return this.
     * @throws IllegalArgumentException naming the setting, its value and its range.
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
        closeTimeoutMs = closeTimeoutMs == NOT_SET && FOREVER.equalsIgnoreCase(Settings.text(CLOSE_TIMEOUT_PROPERTY)) ? Long.MAX_VALUE :
            number(CLOSE_TIMEOUT_PROPERTY, closeTimeoutMs, DEFAULT_CLOSE_TIMEOUT_MS, 0, Long.MAX_VALUE);
        claimBytes = number(CLAIM_BYTES_PROPERTY, claimBytes, DEFAULT_CLAIM_BYTES, 0, Long.MAX_VALUE);
        fetchBytes = number(FETCH_BYTES_PROPERTY, fetchBytes, DEFAULT_FETCH_BYTES, 0, MOST_FETCH_BYTES);
        endpoints = number(ENDPOINTS_PROPERTY, endpoints, DEFAULT_ENDPOINTS, 1, EndpointKey.MAX_ENDPOINTS);
        windowAgentUs = number(WINDOW_AGENT_PROPERTY, windowAgentUs, DEFAULT_WINDOW_AGENT_US, 0, Long.MAX_VALUE);
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
        final long ranks = number(SIZE_PROPERTY, size, NOT_SET, 1, MAX_SIZE);
        rank = explicitOrGiven(RANK_PROPERTY, rank, ranks == NOT_SET || ranks == 1 ? 0 : NOT_SET);
        check(ranks != NOT_SET || rank == 0, RANK_PROPERTY, rank, "needs " + SIZE_PROPERTY + ", the number of ranks, which is not set");
        size = ranks == NOT_SET ? 1 : ranks;
        check(rank != NOT_SET, SIZE_PROPERTY, size, "needs " + RANK_PROPERTY + ", from 0 to " + (size - 1) + ", which is not set");
        check(rank >= 0 && rank < size, RANK_PROPERTY, rank, "must be from 0 to " + (size - 1) + ", for " + SIZE_PROPERTY + "=" + size);
        check(size == 1 || directory != null, SIZE_PROPERTY, size, "needs " + DIRECTORY_PROPERTY + ", which is not set");
    }

    private void concludeSwitches() {
        threadLevel = threadLevel != null ? threadLevel :
            Settings.isOn(THREAD_LEVEL_PROPERTY, "multiple", "single", false) ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        asyncProgress = asyncProgress != null ? asyncProgress : Settings.isOn(ASYNC_PROGRESS_PROPERTY, "true", "false", false);
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

    private static void check(final boolean holds, final String name, final long value, final String rule) {
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

    private static long explicitOrGiven(final String property, final long explicit, final long otherwise) {
        return explicit != NOT_SET ? explicit : Settings.number(property, otherwise);
    }

    /**
     * Sets the directory of the job.
     *
     * @param newDirectory path; made if it is missing.
     * @return this.
     */
    public EngineContext directory(final Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /**
     * Returns the directory of the job.
     *
     * @return path, or null for a world of one in a directory of its own.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Sets this process's number.
     *
     * @param newRank from 0.
     * @return this.
     */
    public EngineContext rank(final int newRank) {
        rank = newRank;
        return this;
    }

    /**
     * Returns this process's number.
     *
     * @return rank.
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
     * Sets who may call the engine.
     *
     * @param newLevel level; single by default.
     * @return this.
     */
    public EngineContext threadLevel(final ThreadLevel newLevel) {
        threadLevel = newLevel;
        return this;
    }

    /**
     * Returns who may call the engine.
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
     * Sets the longest wait for the job directory.
     *
     * @param timeout how long.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext joinTimeout(final long timeout, final TimeUnit unit) {
        joinTimeoutMs = unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns the longest wait for the job directory.
     *
     * @return nanoseconds.
     */
    public long joinTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(joinTimeoutMs);
    }

    /**
     * Sets how long a close waits for pending sends (S0.18).
     *
     * @param timeout how long; {@link Long#MAX_VALUE} for as long as sends are pending: until their receivers have taken them, have died or
     *                left, or the job is aborted. The setting says {@code forever} for that.
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
     * @return nanoseconds; {@link Long#MAX_VALUE} for as long as sends are pending.
     */
    public long closeTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(closeTimeoutMs);
    }

    /**
     * Sets how an idle rank waits, whether ranks share cores or not.
     *
     * @param newSpins  turns that spin.
     * @param newYields turns after those that yield; the rank sleeps then.
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
     * Sets how much memory claims may be lent beyond packets.
     *
     * @param newBytes of regions in the job directory, made when they are first needed.
     * @return this.
     */
    public EngineContext claimBytes(final long newBytes) {
        claimBytes = newBytes;
        return this;
    }

    /**
     * Returns how much memory claims may be lent beyond packets.
     *
     * @return bytes.
     */
    public long claimBytes() {
        return claimBytes;
    }

    /**
     * Sets the length of the windows in which regions are mapped, for the tests of this package: small ones have many borders.
     */
    EngineContext windowShift(final int newShift) {
        windowShift = newShift;
        return this;
    }

    int windowShift() {
        return windowShift;
    }

    /**
     * Sets how much private memory messages may take that are fetched to be read in place.
     *
     * @param newBytes at most 1 GiB.
     * @return this.
     */
    public EngineContext fetchBytes(final long newBytes) {
        fetchBytes = newBytes;
        return this;
    }

    /**
     * Sets most endpoints of this rank.
     *
     * @param newEndpoints 1 to 65536.
     * @return this.
     */
    public EngineContext endpoints(final int newEndpoints) {
        endpoints = newEndpoints;
        return this;
    }

    /**
     * Returns most endpoints of this rank.
     *
     * @return count.
     */
    public int endpoints() {
        return (int) endpoints;
    }

    /**
     * Returns how much private memory messages may take that are fetched to be read in place.
     *
     * @return bytes.
     */
    public long fetchBytes() {
        return fetchBytes;
    }

    /**
     * Sets after what time without a call the agent for windows serves the rank.
     *
     * @param microseconds 0 for no agent; {@link ThreadLevel#SINGLE} has none.
     * @return this.
     */
    public EngineContext windowAgentUs(final long microseconds) {
        windowAgentUs = microseconds;
        return this;
    }

    /**
     * Returns after what time without a call the agent for windows serves the rank.
     *
     * @return microseconds, or 0.
     */
    public long windowAgentUs() {
        return windowAgentUs;
    }

    /**
     * Sets a size or threshold, which must be equal on all ranks.
     *
     * @param setting which.
     * @param value   in its range.
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
     * Sets where asynchronous errors go.
     *
     * @param newHandler called by a thread that ends a call of the engine, or by an agent thread, one error after the other: must not
     *                   block. What it throws, errors included, is logged as a warning, and harms nothing. It may call the engine: what
     *                   returns at once, as {@code isend}, {@code irecv}, {@code tryClaim}, {@code cancel}, tests and queries do. Calls
     *                   that may wait, calls that access windows, {@code poll} and {@code close} are an {@link IllegalStateException}
     *                   there that names the call.
     * @return this.
     */
    public EngineContext errorHandler(final ErrorHandler newHandler) {
        errorHandler = newHandler;
        return this;
    }

    /**
     * Returns where asynchronous errors go.
     *
     * @return handler; one that logs by default.
     */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }
}
