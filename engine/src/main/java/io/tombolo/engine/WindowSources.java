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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Window;
import io.tombolo.engine.api.WindowMode;
import io.tombolo.engine.api.WindowOption;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.rma.WindowPart;
import io.tombolo.engine.transfer.LocalRegions;
import java.util.Set;

/**
 * This rank's end of windows: its access by packets or otherwise.
 */
final class WindowSources {
    private final Node node;
    private final LocalRegions regions;

    WindowSources(final Node node, final LocalRegions regions) {
        this.node = node;
        this.regions = regions;
    }

    /**
     * Returns whether a window in packet mode can be had: whether there may be an agent for it, if it needs one.
     */
    boolean mayBePacket(final Set<WindowOption> options) {
        return options.contains(WindowOption.NO_LOCKS);
    }

    WindowAccess packet(final MessageCalls calls, final WindowPart part, final Set<WindowOption> options) {
        throw new UnsupportedOperationException("packet mode");
    }

    /**
     * Makes a window over new memory. Collective, through {@link Windows#create}.
     */
    Window allocate(final Windows windows, final MessageCalls parent, final long length, final Set<WindowOption> options) {
        return windows.create(parent, WindowMode.DIRECT, length, options, Outcome.SUCCESS,
            (calls, lengths) -> DirectAccess.open(calls, node, lengths));
    }

    void error(final Exception exception) {
        node.error(exception);
    }
}
