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
package io.tombolo.ringbuffers.job;

import static io.tombolo.ringbuffers.job.JobFileDescriptor.rowOffset;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads and writes {@code job.dat} by its descriptor. The mapping lives as long as this object: it is small, and is never
 * unmapped while a thread may wait on it.
 */
final class JobFile {
    private final MappedFile file;
    private final UnsafeBuffer buffer;
    private final int size;
    private final long failureEpochAddress;

    private JobFile(final MappedFile file, final int size) {
        this.file = file;
        this.buffer = file.buffer(0, (int) file.length());
        this.size = size;
        this.failureEpochAddress = file.address(JobFileDescriptor.FAILURE_EPOCH_OFFSET, Long.BYTES);
    }

    static JobFile create(final Path path, final int size, final JobGeometry geometry) throws IOException {
        final int length = JobFileDescriptor.length(size);
        return new JobFile(MappedFile.create(path, length, file -> fill(file, size, geometry)), size);
    }

    /** Maps and checks the file. No other field is used before magic, version, hash and ready word have been checked. */
    static JobFile attach(final Path path, final boolean readOnly) throws IOException {
        final MappedFile file = MappedFile.attach(path, -1, readOnly);
        try {
            return new JobFile(file, check(file));
        } catch (final IOException e) {
            file.close();
            throw e;
        }
    }

    private static void fill(final MappedFile file, final int size, final JobGeometry geometry) {
        final UnsafeBuffer buffer = file.buffer(0, (int) file.length());
        buffer.putLong(JobFileDescriptor.MAGIC_OFFSET, JobFileDescriptor.MAGIC);
        buffer.putInt(JobFileDescriptor.VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
        buffer.putInt(JobFileDescriptor.SIZE_OFFSET, size);
        buffer.putLong(JobFileDescriptor.LAYOUT_HASH_OFFSET, JobFileDescriptor.LAYOUT_HASH);
        buffer.putLong(JobFileDescriptor.GEOMETRY_HASH_OFFSET, geometry.hash());
        buffer.putLong(JobFileDescriptor.JOB_ID_OFFSET, ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        buffer.putLong(JobFileDescriptor.BOOT_ID_HASH_OFFSET, bootIdHash());
        buffer.putLong(JobFileDescriptor.FILE_LENGTH_OFFSET, file.length());
        buffer.putLong(JobFileDescriptor.CREATION_TIME_OFFSET, System.currentTimeMillis());
        for (final GeometrySetting setting : GeometrySetting.values()) {
            buffer.putLong(JobFileDescriptor.geometryOffset(setting.code()), geometry.value(setting));
        }
        // Release; partner: the acquire load in check(). A reader of READY sees all of the above.
        buffer.putIntRelease(JobFileDescriptor.READY_OFFSET, JobFileDescriptor.READY);
    }

    private static int check(final MappedFile file) throws IOException {
        final Path path = file.path();
        if (file.length() < JobFileDescriptor.ROWS_OFFSET || file.length() > 1L << MappedFile.WINDOW_SHIFT) {
            throw new JobLayoutException(path + ": length is " + file.length() + ", not that of a job file");
        }
        final UnsafeBuffer buffer = file.buffer(0, (int) file.length());
        // Acquire; partner: the release store in fill().
        final int ready = buffer.getIntAcquire(JobFileDescriptor.READY_OFFSET);
        final long magic = buffer.getLong(JobFileDescriptor.MAGIC_OFFSET);
        if (magic != JobFileDescriptor.MAGIC) {
            throw new JobLayoutException(path + ": not a Tombolo job file, magic=0x" + Long.toHexString(magic));
        }
        final int version = buffer.getInt(JobFileDescriptor.VERSION_OFFSET);
        if (version != JobFileDescriptor.LAYOUT_VERSION) {
            throw new JobLayoutException(path + ": has layout version " + version + ", this library has version " +
                JobFileDescriptor.LAYOUT_VERSION + "; all ranks need the same library");
        }
        final long hash = buffer.getLong(JobFileDescriptor.LAYOUT_HASH_OFFSET);
        if (hash != JobFileDescriptor.LAYOUT_HASH) {
            throw new JobLayoutException(path + ": has layout hash 0x" + Long.toHexString(hash) + ", this library has 0x" +
                Long.toHexString(JobFileDescriptor.LAYOUT_HASH) + "; all ranks need the same library");
        }
        if (ready != JobFileDescriptor.READY) {
            throw new JobLayoutException(path + ": corrupt, ready=" + ready);
        }
        return checkSize(path, file.length(), buffer);
    }

    private static int checkSize(final Path path, final long length, final UnsafeBuffer buffer) throws JobLayoutException {
        final int size = buffer.getInt(JobFileDescriptor.SIZE_OFFSET);
        if (size < 1 || size > JobFileDescriptor.MAX_RANKS || JobFileDescriptor.length(size) != length ||
            buffer.getLong(JobFileDescriptor.FILE_LENGTH_OFFSET) != length) {
            throw new JobLayoutException(path + ": corrupt, size=" + size + " length=" + length);
        }
        for (int rank = 0; rank < size; rank++) {
            final int code = StateWord.stateCode(buffer.getLong(rowOffset(rank) + JobFileDescriptor.STATE_OFFSET));
            if (code > RankState.FAILED.code()) {
                throw new JobLayoutException(path + ": corrupt, state of rank " + rank + " is " + code);
            }
        }
        return size;
    }

    static long bootIdHash() {
        try {
            return LayoutHash.of(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")));
        } catch (final IOException e) {
            return 0;
        }
    }

    /** Returns whether a directory still holds this job, and not a later one or none. */
    static boolean isIn(final Path directory, final long jobId) throws IOException {
        final Path path = directory.resolve(JobPaths.JOB_FILE);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        final JobFile present = attach(path, true);
        final boolean isSame = present.jobId() == jobId;
        present.file.close();
        return isSame;
    }

    /**
     * Returns whether every rank that is expected has left in order. A job that is open expects none that has not joined; a job that is
     * kept never ends.
     */
    boolean isEnded() {
        final boolean isOpen = isOpen();
        for (int rank = 0; rank < size; rank++) {
            final RankState state = state(rank);
            if (state != RankState.LEFT && !(isOpen && state == RankState.FREE)) {
                return false;
            }
        }
        return !isKept();
    }

    /** Returns whether the job outlives its ranks. */
    boolean isKept() {
        return buffer.getIntVolatile(JobFileDescriptor.KEEP_OFFSET) != 0;
    }

    void keep() {
        buffer.putIntVolatile(JobFileDescriptor.KEEP_OFFSET, 1);
    }

    /** Returns whether ranks join by name, as many as come. */
    boolean isOpen() {
        return buffer.getIntVolatile(JobFileDescriptor.OPEN_OFFSET) != 0;
    }

    void open() {
        buffer.putIntVolatile(JobFileDescriptor.OPEN_OFFSET, 1);
    }

    int size() {
        return size;
    }

    long jobId() {
        return buffer.getLong(JobFileDescriptor.JOB_ID_OFFSET);
    }

    long creationTimeMs() {
        return buffer.getLong(JobFileDescriptor.CREATION_TIME_OFFSET);
    }

    long geometry(final GeometrySetting setting) {
        return buffer.getLong(JobFileDescriptor.geometryOffset(setting.code()));
    }

    JobGeometry geometry() throws JobLayoutException {
        try {
            final JobGeometry.Builder builder = JobGeometry.builder();
            for (final GeometrySetting setting : GeometrySetting.values()) {
                builder.set(setting, geometry(setting));
            }
            return builder.build();
        } catch (final IllegalArgumentException e) {
            throw new JobLayoutException(file.path() + ": corrupt, " + e.getMessage());
        }
    }

    long stateWord(final int rank) {
        // Acquire; partner: the CAS in moveState(). The reader sees pid, start time, cores and name of a JOINING rank.
        return buffer.getLongAcquire(rowOffset(rank) + JobFileDescriptor.STATE_OFFSET);
    }

    /**
     * Changes the state of a row, unless another process has changed it, and raises the failure epoch.
     *
     * @param from word that the caller has loaded.
     * @return false if the row has another word.
     * @throws IllegalArgumentException if a row never changes like that.
     */
    boolean moveState(final int rank, final long from, final RankState to, final StateReason reason) {
        final boolean isMoved = StateWord.move(buffer, rowOffset(rank) + JobFileDescriptor.STATE_OFFSET, from, to, reason,
            System.currentTimeMillis() - creationTimeMs());
        if (isMoved) {
            raiseFailureEpoch();
        }
        return isMoved;
    }

    RankState state(final int rank) {
        return StateWord.state(stateWord(rank));
    }

    /** Returns the wall clock time at which a row got a word, in ms since the epoch. */
    long sinceMs(final long stateWord) {
        return creationTimeMs() + StateWord.sinceMs(stateWord);
    }

    /**
     * Returns the name of a rank; empty if it has none. Whoever joins in the row may change it.
     */
    String name(final int rank) {
        final int row = rowOffset(rank);
        final int length = buffer.getInt(row + JobFileDescriptor.NAME_LENGTH_OFFSET);
        final byte[] text = new byte[Math.max(0, Math.min(length, JobFileDescriptor.NAME_CAPACITY))];
        buffer.getBytes(row + JobFileDescriptor.NAME_OFFSET, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    void name(final int rank, final String name) {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        buffer.putBytes(rowOffset(rank) + JobFileDescriptor.NAME_OFFSET, text);
        buffer.putInt(rowOffset(rank) + JobFileDescriptor.NAME_LENGTH_OFFSET, text.length);
    }

    void describe(final int rank, final long pid, final long startTimeMs, final CoreSet cores) {
        final int row = rowOffset(rank);
        buffer.putLong(row + JobFileDescriptor.PID_OFFSET, pid);
        buffer.putLong(row + JobFileDescriptor.START_TIME_OFFSET, startTimeMs);
        buffer.putLong(row + JobFileDescriptor.ANCHOR_WALL_NS_OFFSET, System.currentTimeMillis() * 1_000_000L);
        buffer.putLong(row + JobFileDescriptor.ANCHOR_NANO_TIME_OFFSET, System.nanoTime());
        buffer.putLong(row + JobFileDescriptor.coresOffset(0), cores.word0());
        buffer.putLong(row + JobFileDescriptor.coresOffset(1), cores.word1());
        buffer.putLong(row + JobFileDescriptor.coresOffset(2), cores.word2());
    }

    CoreSet cores(final int rank) {
        return new CoreSet(coreWord(rank, 0), coreWord(rank, 1), coreWord(rank, 2));
    }

    /** Returns a word of the set of cores that a rank may run on. Read its state first. */
    long coreWord(final int rank, final int word) {
        return rowValue(rank, JobFileDescriptor.coresOffset(word));
    }

    long rowValue(final int rank, final int fieldOffset) {
        return buffer.getLong(rowOffset(rank) + fieldOffset);
    }

    long failureEpoch() {
        // Acquire; partner: the get-and-add in raiseFailureEpoch(). The reader sees the row's FAILED or the abort word.
        return UnsafeApi.getLongAcquire(null, failureEpochAddress);
    }

    void raiseFailureEpoch() {
        buffer.getAndAddLong(JobFileDescriptor.FAILURE_EPOCH_OFFSET, 1);
    }

    long pairWord(final int destination, final int source) {
        // Acquire; partner: the CAS of the source, which has published the pair file before.
        return buffer.getLongAcquire(JobFileDescriptor.pairWordOffset(size, destination, source));
    }

    long pairWordAddress(final int destination, final int source) {
        return file.address(JobFileDescriptor.pairWordOffset(size, destination, source), Long.BYTES);
    }

    boolean pairWord(final int destination, final int source, final long before, final long word) {
        // Full CAS; partner: the acquire load of the other side. Neither side replaces a word that it has not seen.
        return buffer.compareAndSetLong(JobFileDescriptor.pairWordOffset(size, destination, source), before, word);
    }

    /**
     * Returns up to which incarnation a rank has released another one; 0 if another incarnation of the rank has published it.
     */
    int released(final int rank, final int incarnation, final int other) {
        // Acquire; partner: the release store below. The reader may delete the files that the rank has let go of.
        final long word = buffer.getLongAcquire(JobFileDescriptor.releasedOffset(size, rank, other));
        return (int) (word >>> Integer.SIZE) == incarnation ? (int) word : 0;
    }

    void released(final int rank, final int incarnation, final int other, final int last) {
        buffer.putLongRelease(JobFileDescriptor.releasedOffset(size, rank, other), (long) incarnation << Integer.SIZE | last);
    }

    /**
     * Sets a field of a decision, unless it is set.
     *
     * @return what it has, for good.
     */
    long decide(final int offset, final long value) {
        // Full CAS; partners: the same CAS and the acquire load of the other ranks.
        return buffer.compareAndSetLong(offset, 0, value) ? value : buffer.getLongAcquire(offset);
    }

    long word(final int offset) {
        // Acquire; partner: the release store below.
        return buffer.getLongAcquire(offset);
    }

    void word(final int offset, final long value) {
        buffer.putLongRelease(offset, value);
    }

    boolean word(final int offset, final long before, final long value) {
        return buffer.compareAndSetLong(offset, before, value);
    }

    /** The first aborter wins: its CAS on the abort word decides, then only it writes the reason. */
    boolean abort(final int status, final String reason) {
        if (!buffer.compareAndSetLong(JobFileDescriptor.ABORT_OFFSET, 0, JobFileDescriptor.abortWord(status))) {
            return false;
        }
        final byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        final int length = Math.min(text.length, JobFileDescriptor.ABORT_REASON_CAPACITY);
        buffer.putBytes(JobFileDescriptor.ABORT_REASON_OFFSET, text, 0, length);
        // Release; partner: the acquire load in abortReason().
        buffer.putIntRelease(JobFileDescriptor.ABORT_REASON_LENGTH_OFFSET, length);
        raiseFailureEpoch();
        return true;
    }

    long abortWord() {
        return buffer.getLongAcquire(JobFileDescriptor.ABORT_OFFSET);
    }

    String abortReason() {
        // Acquire; partner: the release store in abort().
        final int length = buffer.getIntAcquire(JobFileDescriptor.ABORT_REASON_LENGTH_OFFSET);
        final byte[] text = new byte[Math.max(0, Math.min(length, JobFileDescriptor.ABORT_REASON_CAPACITY))];
        buffer.getBytes(JobFileDescriptor.ABORT_REASON_OFFSET, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
