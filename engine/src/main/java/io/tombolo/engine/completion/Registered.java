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
 * What applications name by a handle that may be stale: {@link Registry}.
 */
public abstract class Registered {
    private long handle;
    private volatile Object application;

    /**
     * Has no handle yet.
     */
    protected Registered() {
    }

    void handle(final long newHandle) {
        handle = newHandle;
    }

    /**
     * Returns what the application holds in its place; always the same.
     *
     * @param maker makes it, the first time. Not by several threads at once.
     * @return the application's.
     */
    public final Object application(final Supplier<?> maker) {
        if (application == null) {
            application = maker.get();
        }
        return application;
    }

    /**
     * Returns what the application holds in its place.
     *
     * @return null before it was made.
     */
    public final Object application() {
        return application;
    }

    /**
     * Returns what stands for it.
     *
     * @return handle: index and generation, from {@link Registry#add}.
     */
    public final long handle() {
        return handle;
    }
}
