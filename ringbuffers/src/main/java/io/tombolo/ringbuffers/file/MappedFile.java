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
package io.tombolo.ringbuffers.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file of a job, mapped completely in windows of at most 1 GiB.
 * <p>
 * {@link #create} fills and publishes a file; {@link #attach} checks and maps one. Space is reserved by writing zeros through the channel
 * before anything is mapped, so a full file system is an {@link IOException} and never a SIGBUS later. A published file never shrinks.
 * <p>
 * <b>Ownership:</b> {@link #close()} unmaps. After that, an access by an address or buffer of this object kills the JVM, so call it only
 * when all threads have left. Memory that an application can see is never closed: drop this object instead. The buffers of {@link #buffer}
 * keep the mapping alive, and the collector unmaps.
 * <p>
 * <b>Threading:</b> immutable except for {@code close}; any thread may read it.
 */
public final class MappedFile implements AutoCloseable {
    /** Log2 of the length of a window in bytes, unless a file is mapped in smaller ones: 1 GiB, the longest. */
    public static final int WINDOW_SHIFT = 30;

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 * 1024).asReadOnlyBuffer();
    private static final AtomicLong TEMPORARIES = new AtomicLong();

    private static final long MIN_COLLECTION_PAUSE_NS = 1_000_000;
    private static final long MAX_COLLECTION_PAUSE_NS = 64_000_000;

    private final Path path;
    private final long length;
    private final int windowShift;
    private final long windowMask;
    private final MappedByteBuffer[] windows;
    private final long[] addresses;
    private volatile boolean closed;

    private MappedFile(final Path path, final long length, final int windowShift, final MappedByteBuffer[] windows) {
        this.path = path;
        this.length = length;
        this.windowShift = windowShift;
        this.windowMask = (1L << windowShift) - 1;
        this.windows = windows;
        this.addresses = new long[windows.length];
        for (int i = 0; i < windows.length; i++) {
            addresses[i] = BufferUtil.address(windows[i]);
        }
    }

    /**
     * Creates a file with mode 0600, fills it, and publishes it under its name in one step. Others never see it half written. The
     * interrupt flag of the calling thread has no effect and is kept.
     *
     * @param path       of the file; its directory must exist.
     * @param length     in bytes, positive; all of it is reserved and zero.
     * @param initialise called once with the mapped file, before the file has its name.
     * @return the file, mapped read-write.
     * @throws java.nio.file.FileAlreadyExistsException if the path is taken.
     * @throws IOException if there is no room (the message names need and have) or the file cannot be created; nothing is left behind.
     */
    public static MappedFile create(final Path path, final long length, final Consumer<MappedFile> initialise)
        throws IOException {
        return create(path, length, WINDOW_SHIFT, initialise);
    }

    /**
     * Creates a file as {@link #create(Path, long, Consumer)}, mapped in windows of another length.
     *
     * @param path        of the file; its directory must exist.
     * @param length      in bytes, positive; all of it is reserved and zero.
     * @param windowShift log2 of the length of a window, at most {@link #WINDOW_SHIFT}.
     * @param initialise  called once with the mapped file, before the file has its name.
     * @return the file, mapped read-write.
     * @throws IOException if there is no room or the file cannot be created; nothing is left behind.
     */
    public static MappedFile create(
        final Path path, final long length, final int windowShift, final Consumer<MappedFile> initialise) throws IOException {
        if (length <= 0) {
            throw new IllegalArgumentException("length=" + length + " must be positive");
        }
        final Path temporary = temporary(path);
        try {
            final MappedFile file = new MappedFile(path, length, windowShift, reserve(temporary, path, length, windowShift));
            try {
                initialise.accept(file);
                publish(temporary, path, length);
                return file;
            } catch (final IOException | RuntimeException | Error e) {
                file.close();
                throw e;
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Maps an existing file of this user. Symbolic links, other owners, permissions for group or others, and a wrong length are
     * refused. The interrupt flag of the calling thread has no effect and is kept.
     *
     * @param path           of the file.
     * @param expectedLength in bytes, or -1 for any.
     * @param readOnly       whether to map without write access: a store then kills the JVM, so hand out only read-only views.
     * @return the mapped file.
     * @throws java.nio.file.NoSuchFileException if there is no such file.
     * @throws IOException                       if it is refused; the message is one line that begins with the path.
     */
    public static MappedFile attach(final Path path, final long expectedLength, final boolean readOnly) throws IOException {
        return attach(path, expectedLength, readOnly, WINDOW_SHIFT);
    }

    /**
     * Maps an existing file as {@link #attach(Path, long, boolean)}, in windows of another length; the creator may have used a different
     * length.
     *
     * @param path           of the file.
     * @param expectedLength in bytes, or -1 for any.
     * @param readOnly       whether to map without write access: a store then kills the JVM, so hand out only read-only views.
     * @param windowShift    log2 of the length of a window, at most {@link #WINDOW_SHIFT}.
     * @return the mapped file.
     * @throws IOException if it is refused; the message is one line that begins with the path.
     */
    public static MappedFile attach(
        final Path path, final long expectedLength, final boolean readOnly, final int windowShift) throws IOException {
        final long length = OwnerOnly.checkFile(path).size();
        if (length == 0 || (expectedLength != -1 && expectedLength != length)) {
            throw new IOException(path + ": refused, length is " + length +
                (expectedLength == -1 ? "" : ", expected " + expectedLength) + " bytes");
        }
        return new MappedFile(path, length, windowShift, Uninterrupted.call(() -> open(path, length, readOnly, windowShift)));
    }

    /**
     * Returns the length of the file.
     *
     * @return bytes.
     */
    public long length() {
        return length;
    }

    /**
     * Returns the path under which the file was created or attached.
     *
     * @return the path.
     */
    public Path path() {
        return path;
    }

    /**
     * Returns the address of a range of the file in this process.
     *
     * @param offset of the range in bytes.
     * @param length of the range in bytes.
     * @return the address of its first byte; valid until {@link #close()} and while this object is reachable.
     * @throws IndexOutOfBoundsException if the range is not inside the file.
     * @throws IllegalArgumentException  if the range crosses from one window to the next.
     */
    public long address(final long offset, final long length) {
        return addresses[window(offset, length)] + (offset & windowMask);
    }

    /**
     * Returns the log2 of the length of a window.
     *
     * @return at most {@link #WINDOW_SHIFT}.
     */
    public int windowShift() {
        return windowShift;
    }

    /**
     * Returns the address of a window's first byte.
     *
     * @param window index, from 0: offset {@code >>} {@link #windowShift()}.
     * @return the address.
     */
    public long windowAddress(final int window) {
        checkOpen();
        return addresses[window];
    }

    /**
     * Creates a view of a range of the file. The view keeps the mapping alive as long as it is reachable.
     *
     * @param offset of the range in bytes.
     * @param length of the range in bytes.
     * @return a new view.
     * @throws IndexOutOfBoundsException if the range is not inside the file.
     * @throws IllegalArgumentException  if the range crosses from one window to the next.
     */
    public UnsafeBuffer buffer(final long offset, final int length) {
        return new UnsafeBuffer(windows[window(offset, length)], (int) (offset & windowMask), length);
    }

    /**
     * Wraps a range of the file in a buffer of the caller; it allocates nothing. The buffer keeps the mapping alive, as one of {@link
     * #buffer} does.
     *
     * @param target to wrap.
     * @param offset of the range in bytes.
     * @param length of the range in bytes.
     * @throws IndexOutOfBoundsException if the range is not inside the file.
     * @throws IllegalArgumentException  if the range crosses from one window to the next.
     */
    public void wrap(final UnsafeBuffer target, final long offset, final int length) {
        target.wrap(windows[window(offset, length)], (int) (offset & windowMask), length);
    }

    /**
     * Unlinks the path. Mappings, here and in other processes, stay usable.
     *
     * @throws IOException if the path cannot be removed; a missing path is no error.
     */
    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /**
     * Unmaps. Idempotent. Every address and view of this object becomes invalid; using one kills the JVM.
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            for (final MappedByteBuffer window : windows) {
                IoUtil.unmap(window);
            }
        }
    }

    private int window(final long offset, final long rangeLength) {
        checkOpen();
        if (offset < 0 || rangeLength < 0 || offset > length - rangeLength) {
            throw new IndexOutOfBoundsException(
                path + ": offset=" + offset + " length=" + rangeLength + " is outside of " + length + " bytes");
        }
        final long first = Math.min(offset, length - 1) >> windowShift;
        final long last = Math.max(offset, offset + rangeLength - 1) >> windowShift;
        if (rangeLength > 0 && first != last) {
            throw new IllegalArgumentException(
                path + ": offset=" + offset + " length=" + rangeLength + " crosses a window of " + (1L << windowShift) + " bytes");
        }
        return (int) first;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(path + ": closed");
        }
    }

    private static Path temporary(final Path path) {
        final String name = "." + path.getFileName() + "." + ProcessHandle.current().pid() + "." +
            TEMPORARIES.incrementAndGet() + ".tmp";
        return path.resolveSibling(name);
    }

    private static MappedByteBuffer[] reserve(
        final Path temporary, final Path path, final long length, final int windowShift) throws IOException {
        if (!hasRoom(path, length) && !collectUntilRoom(path, length)) {
            throw noRoom(path, length, null);
        }
        try {
            return Uninterrupted.call(() -> writeAndMap(temporary, length, windowShift));
        } catch (final IOException e) {
            Files.deleteIfExists(temporary);
            final IOException explained = SystemLimits.explain(e, length);
            if (explained == e && (!hasRoom(path, length) || probeFull(path))) {
                throw noRoom(path, length, e);
            }
            throw new RefusedFileException(path + ": cannot be created: " + explained.getMessage(), e);
        }
    }

    private static void publish(final Path temporary, final Path path, final long length) throws IOException {
        try {
            Files.createLink(path, temporary);
        } catch (final FileSystemException e) {
            // A link needs a directory entry of its own, and the file system may have no more.
            throw !Files.exists(path, LinkOption.NOFOLLOW_LINKS) && probeFull(path) ? noRoom(path, length, e) : e;
        }
    }

    /** Returns true also if this cannot be found out: the attempt will tell. */
    private static boolean hasRoom(final Path path, final long length) {
        try {
            final FileStore store = Files.getFileStore(path.toAbsolutePath().getParent());
            // A tmpfs without a limit reports a total of 0.
            return store.getTotalSpace() == 0 || store.getUsableSpace() >= length;
        } catch (final IOException unknown) {
            return true;
        }
    }

    /**
     * Collects garbage and waits a little for room: a deleted file keeps its pages while a mapping exists, and this JVM may have
     * unreachable mappings.
     */
    private static boolean collectUntilRoom(final Path path, final long length) throws IOException {
        System.gc();
        for (long pauseNs = MIN_COLLECTION_PAUSE_NS; pauseNs <= MAX_COLLECTION_PAUSE_NS; pauseNs *= 2) {
            if (hasRoom(path, length)) {
                return true;
            }
            final long ns = pauseNs;
            Uninterrupted.call(() -> {
                LockSupport.parkNanos(ns);
                return null;
            });
        }
        return hasRoom(path, length);
    }

    /** Tries to store one byte beside a path: a file system can also run out of inodes, and a user out of quota. */
    private static boolean probeFull(final Path path) throws IOException {
        final Path probe = temporary(path);
        try {
            return Uninterrupted.call(() -> {
                try (FileChannel channel = FileChannel.open(
                    probe, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.fileMode())) {
                    return channel.write(ZEROS.duplicate().limit(1)) < 1;
                }
            });
        } catch (final IOException full) {
            return true;
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static IOException noRoom(final Path path, final long length, final IOException cause) throws IOException {
        final Path directory = path.toAbsolutePath().getParent();
        final long have = Files.getFileStore(directory).getUsableSpace();
        return new IOException(path + ": need " + length + " bytes, have " + have + "; make room in " + directory +
            ", give the file system a larger size, or choose another directory" +
            (cause == null ? "" : " (" + cause.getMessage() + ")"), cause);
    }

    private static MappedByteBuffer[] writeAndMap(final Path temporary, final long length, final int windowShift) throws IOException {
        Files.deleteIfExists(temporary);
        final Set<StandardOpenOption> options =
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(temporary, options, OwnerOnly.fileMode())) {
            OwnerOnly.admitGroup(temporary);
            writeZeros(channel, length);
            return map(channel, length, windowShift, FileChannel.MapMode.READ_WRITE);
        }
    }

    private static void writeZeros(final FileChannel channel, final long length) throws IOException {
        final ByteBuffer zeros = ZEROS.duplicate();
        long written = 0;
        while (written < length) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), length - written));
            written += channel.write(zeros, written);
        }
    }

    private static MappedByteBuffer[] open(final Path path, final long length, final boolean readOnly, final int windowShift)
        throws IOException {
        final Set<OpenOption> options = readOnly ?
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS) :
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(path, options)) {
            if (channel.size() != length) {
                throw new IOException(path + ": refused, its length changed from " + length + " to " + channel.size());
            }
            return map(channel, length, windowShift, readOnly ? FileChannel.MapMode.READ_ONLY : FileChannel.MapMode.READ_WRITE);
        }
    }

    private static MappedByteBuffer[] map(
        final FileChannel channel, final long length, final int windowShift, final FileChannel.MapMode mode) throws IOException {
        final long windowLength = 1L << windowShift;
        final int count = Math.toIntExact((length + windowLength - 1) >> windowShift);
        final MappedByteBuffer[] windows = new MappedByteBuffer[count];
        for (int i = 0; i < count; i++) {
            final long offset = (long) i << windowShift;
            windows[i] = channel.map(mode, offset, Math.min(windowLength, length - offset));
        }
        return windows;
    }
}
