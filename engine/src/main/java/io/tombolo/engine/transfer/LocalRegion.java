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
package io.tombolo.engine.transfer;

import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.ErrorHandler;

/**
 * A memory region of this rank, with a count of the sends that are under way from it. Its file keeps its name until the last of them is
 * done, since a peer may still have to map it.
 */
public final class LocalRegion {
    private static final VarHandle SENDS;
    private static final VarHandle DELETED;

    static {
        try {
            SENDS = MethodHandles.lookup().findVarHandle(LocalRegion.class, "sends", int.class);
            DELETED = MethodHandles.lookup().findVarHandle(LocalRegion.class, "deleted", boolean.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final int id;
    private final RegionFile file;
    private final long shortLimit;
    private final ErrorHandler errors;
    // Written by the progress owner alone, by release stores: a full fence for each send would wait for all stores of the last one.
    private volatile int sends;
    private volatile boolean closed;
    private volatile boolean deleted;

    LocalRegion(final int id, final RegionFile file, final long shortLimit, final ErrorHandler errors) {
        this.id = id;
        this.file = file;
        this.shortLimit = shortLimit;
        this.errors = errors;
    }

    /**
     * Returns its number.
     *
     * @return id, from 1.
     */
    public int id() {
        return id;
    }

    /**
     * Returns its memory.
     *
     * @return the owner's mapping.
     */
    public RegionFile file() {
        return file;
    }

    /**
     * Returns whether a message in it is too long for a record.
     *
     * @param length of the message.
     * @return true if its receiver copies it from here.
     */
    public boolean isLong(final long length) {
        return length > shortLimit;
    }

    /**
     * Returns whether sends are under way from it.
     *
     * @return true until the last of them is done.
     */
    public boolean isBusy() {
        return sends > 0;
    }

    boolean isClosed() {
        return closed;
    }

    void sendStarted() {
        SENDS.setRelease(this, sends + 1);
    }

    void sendEnded() {
        SENDS.setRelease(this, sends - 1);
        if (closed) {
            deleteIfUnused();
        }
    }

    /**
     * Removes the file's name as soon as no send needs it. A send that ends in this moment may miss that: in that case call
     * {@link #deleteIfUnused} again, later.
     *
     * @return false if a send seems to be under way.
     */
    boolean close() {
        closed = true;
        return deleteIfUnused();
    }

    /**
     * Removes the file's name, once, if no send is under way.
     *
     * @return false if a send is under way.
     */
    boolean deleteIfUnused() {
        if (sends > 0) {
            return false;
        }
        delete();
        return true;
    }

    void delete() {
        if (!DELETED.compareAndSet(this, false, true)) {
            return;
        }
        try {
            file.delete();
        } catch (final IOException exception) {
            errors.onError(exception);
        }
    }
}
