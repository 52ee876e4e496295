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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import org.agrona.MutableDirectBuffer;

/**
 * Makes the windows of communicators. Every call is collective over the communicator. Each window gets a context of its own.
 */
public interface WindowFactory {
    /**
     * Makes a window over private memory. Ranks access it by packets.
     *
     * @param parent  calls of the communicator.
     * @param memory  of this rank, or null for none.
     * @param options the same at all ranks.
     * @return a window; all ranks close it.
     */
    Window create(MessageCalls parent, MutableDirectBuffer memory, WindowOption... options);

    /**
     * Makes a window over a memory region. Ranks access it by packets.
     *
     * @param parent  calls of the communicator.
     * @param memory  of this rank, or null for none.
     * @param options the same at all ranks.
     * @return a window; all ranks close it.
     */
    Window create(MessageCalls parent, MemoryRegion memory, WindowOption... options);

    /**
     * Makes a window over new memory. All ranks map it.
     *
     * @param parent  calls of the communicator.
     * @param length  of this rank's part, in bytes.
     * @param options the same at all ranks.
     * @return a window; all ranks close it.
     */
    Window allocate(MessageCalls parent, long length, WindowOption... options);
}
