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
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.CoreShare;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;

/**
 * All settings of an engine. What is not set here comes from a system property, then from the environment, then from a default;
 * {@link #conclude()} decides once and checks everything. A context launches one engine.
 * <p>
 * {@code tombolo.dir}, {@code tombolo.rank}, {@code tombolo.size} in the properties are {@code TOMBOLO_DIR}, {@code TOMBOLO_RANK},
 * {@code TOMBOLO_SIZE} in the environment, and so for every other property. With none of them the engine is a world of one.
 * Not thread-safe.
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
    public static final String CLAIM_BYTES_PROPERTY = "tombolo.claim.bytes";

    /** Bytes of private memory for messages that are read in place and do not lie in a memory region of their sender. */
    public static final String FETCH_BYTES_PROPERTY = "tombolo.fetch.bytes";

    /**
     * Time without a call of the rank after which the agent for windows serves it, in microseconds; 0 for no agent: then locks of windows
     * wait for calls of their target.
     */
    public static final String WINDOW_AGENT_PROPERTY = "tombolo.window.agent.us";
    /** Most endpoints of this rank; a table for them is made with the first. */
    public static final String ENDPOINTS_PROPERTY = "tombolo.endpoints";

    /** Largest number of ranks. */
    public static final int MAX_SIZE = 1024;

    private static final long DEFAULT_JOIN_TIMEOUT_MS = 30_000;
    private static final long DEFAULT_CLOSE_TIMEOUT_MS = 5_000;
    private static final long DEFAULT_CLAIM_BYTES = 16 << 20;
    private static final long DEFAULT_FETCH_BYTES = 16 << 20;
    private static final long MOST_FETCH_BYTES = 1 << 30;
    private static final long DEFAULT_WINDOW_AGENT_US = 1_000;
    private static final int DEFAULT_ENDPOINTS = 1024;
    private static final int NOT_SET = -1;

    private final Map<GeometrySetting, Long> sizes = new EnumMap<>(GeometrySetting.class);
    private Path directory;
    private int rank = NOT_SET;
    private int size = NOT_SET;
    private ThreadLevel threadLevel;
    private Boolean asyncProgress;
    private long joinTimeoutMs = NOT_SET;
    private long closeTimeoutMs = NOT_SET;
    private int spins = NOT_SET;
    private int yields = NOT_SET;
    private long claimBytes = NOT_SET;
    private long fetchBytes = NOT_SET;
    private long windowAgentUs = NOT_SET;
    private int endpoints = NOT_SET;
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
        concludePlace();
        threadLevel = threadLevel != null ? threadLevel : level(text(THREAD_LEVEL_PROPERTY, "single"));
        asyncProgress = asyncProgress != null ? asyncProgress : Boolean.valueOf(text(ASYNC_PROGRESS_PROPERTY, "false"));
        check(!asyncProgress || threadLevel == ThreadLevel.MULTIPLE, ASYNC_PROGRESS_PROPERTY, 1, "needs ThreadLevel.MULTIPLE");
        joinTimeoutMs = number(JOIN_TIMEOUT_PROPERTY, joinTimeoutMs, DEFAULT_JOIN_TIMEOUT_MS);
        closeTimeoutMs = number(CLOSE_TIMEOUT_PROPERTY, closeTimeoutMs, DEFAULT_CLOSE_TIMEOUT_MS);
        claimBytes = number(CLAIM_BYTES_PROPERTY, claimBytes, DEFAULT_CLAIM_BYTES);
        check(claimBytes >= 0, CLAIM_BYTES_PROPERTY, claimBytes, "must not be negative");
        fetchBytes = number(FETCH_BYTES_PROPERTY, fetchBytes, DEFAULT_FETCH_BYTES);
        endpoints = (int) number(ENDPOINTS_PROPERTY, endpoints, DEFAULT_ENDPOINTS);
        check(endpoints >= 1 && endpoints <= EndpointKey.MAX_ENDPOINTS, ENDPOINTS_PROPERTY, endpoints,
            "must be from 1 to " + EndpointKey.MAX_ENDPOINTS);
        check(fetchBytes >= 0 && fetchBytes <= MOST_FETCH_BYTES, FETCH_BYTES_PROPERTY, fetchBytes, "must be from 0 to " + MOST_FETCH_BYTES);
        windowAgentUs = number(WINDOW_AGENT_PROPERTY, windowAgentUs, DEFAULT_WINDOW_AGENT_US);
        check(windowAgentUs >= 0, WINDOW_AGENT_PROPERTY, windowAgentUs, "must not be negative");
        spins = (int) number(SPINS_PROPERTY, spins, NOT_SET);
        yields = (int) number(YIELDS_PROPERTY, yields, WaitPolicy.DEFAULT_YIELDS);
        geometry = concludeGeometry();
        errorHandler = errorHandler != null ? errorHandler :
            exception -> System.getLogger("io.tombolo.engine").log(System.Logger.Level.WARNING, exception.getMessage());
        concluded = true;
        return this;
    }

    private static ThreadLevel level(final String text) {
        for (final ThreadLevel level : ThreadLevel.values()) {
            if (level.name().equalsIgnoreCase(text)) {
                return level;
            }
        }
        throw new IllegalArgumentException(THREAD_LEVEL_PROPERTY + "=" + text + " must be single or multiple");
    }

    private void concludePlace() {
        final String path = text(DIRECTORY_PROPERTY, null);
        directory = directory != null ? directory : path == null ? null : path(path);
        size = (int) number(SIZE_PROPERTY, size, 1);
        check(size >= 1 && size <= MAX_SIZE, SIZE_PROPERTY, size, "must be from 1 to " + MAX_SIZE);
        rank = (int) number(RANK_PROPERTY, rank, size == 1 ? 0 : NOT_SET);
        check(rank >= 0 && rank < size, RANK_PROPERTY, rank, "must be from 0 to " + (size - 1) + ", for " + SIZE_PROPERTY + "=" + size);
        check(size == 1 || directory != null, SIZE_PROPERTY, size, "needs " + DIRECTORY_PROPERTY);
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
            builder.set(setting, explicit != null ? explicit : number(setting.propertyName(), NOT_SET, setting.defaultValue(size)));
        }
        return builder.build();
    }

    private static void check(final boolean holds, final String name, final long value, final String rule) {
        if (!holds) {
            throw new IllegalArgumentException(name + "=" + value + " " + rule);
        }
    }

    private static long number(final String property, final long explicit, final long otherwise) {
        if (explicit != NOT_SET) {
            return explicit;
        }
        final String text = text(property, null);
        try {
            return text == null ? otherwise : Long.parseLong(text.trim());
        } catch (final NumberFormatException exception) {
            throw new IllegalArgumentException(property + "=" + text + " must be a whole number");
        }
    }

    private static String text(final String property, final String otherwise) {
        final String value = System.getProperty(property);
        if (value != null) {
            return value;
        }
        final String inherited = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
        return inherited != null ? inherited : otherwise;
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
        return rank;
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
        return size;
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
     * Sets how long a close waits for pending sends.
     *
     * @param timeout how long.
     * @param unit    of the timeout.
     * @return this.
     */
    public EngineContext closeTimeout(final long timeout, final TimeUnit unit) {
        closeTimeoutMs = unit.toMillis(timeout);
        return this;
    }

    /**
     * Returns how long a close waits for pending sends.
     *
     * @return nanoseconds.
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

    WaitPolicy waitPolicy(final CoreShare share, final boolean canBeWoken) {
        return spins == NOT_SET ? WaitPolicy.of(share, yields, canBeWoken) : WaitPolicy.of(spins, yields, canBeWoken);
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
        return endpoints;
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
     * @param microseconds 0 for no agent.
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
     * @param newHandler called by the progress owner while others wait for it: must not throw, block, or call the engine.
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
