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
import org.agrona.ErrorHandler;

/**
 * A memory region of this rank, with the sends that are under way from it: its file keeps its name until the last of them is done, since a
 * peer may still have to map it.
 */
public final class LocalRegion {
    private final int id;
    private final RegionFile file;
    private final ErrorHandler errors;
    // Written by the progress owner alone.
    private volatile int sends;
    private volatile boolean closed;

    LocalRegion(final int id, final RegionFile file, final ErrorHandler errors) {
        this.id = id;
        this.file = file;
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
        sends = sends + 1;
    }

    void sendEnded() {
        sends = sends - 1;
        deleteIfUnused();
    }

    void close() {
        closed = true;
        deleteIfUnused();
    }

    private void deleteIfUnused() {
        if (closed && sends == 0) {
            delete();
        }
    }

    void delete() {
        try {
            file.delete();
        } catch (final IOException exception) {
            errors.onError(exception);
        }
    }
}
