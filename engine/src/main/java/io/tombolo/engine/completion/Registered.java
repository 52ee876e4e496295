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
package io.tombolo.engine.completion;

import java.util.function.Supplier;

/**
 * An entry of a {@link Registry}. Applications name it by a handle, which may be stale.
 */
public abstract class Registered {
    private long handle;
    private volatile Object application;

    /**
     * Creates an entry without a handle; {@link Registry#add} assigns it.
     */
    protected Registered() {
    }

    void handle(final long newHandle) {
        handle = newHandle;
    }

    /**
     * Returns the object of the API that stands for this entry; always the same. Not for several threads at once.
     *
     * @param maker makes the object, the first time.
     * @return object of the API.
     */
    public final Object application(final Supplier<?> maker) {
        if (application == null) {
            application = maker.get();
        }
        return application;
    }

    /**
     * Returns the object of the API that stands for this entry.
     *
     * @return object of the API, or null before it was made.
     */
    public final Object application() {
        return application;
    }

    /**
     * Returns the handle of the entry.
     *
     * @return index and generation, from {@link Registry#add}.
     */
    public final long handle() {
        return handle;
    }
}
