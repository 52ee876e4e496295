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
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.rma.PacketWindow;
import io.tombolo.engine.rma.WindowPart;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.engine.window.DirectAccesses;
import io.tombolo.engine.window.DirectOpening;
import io.tombolo.engine.window.PacketAccess;
import io.tombolo.engine.window.WindowAccess;
import io.tombolo.engine.window.WindowAgent;
import io.tombolo.engine.window.Windows;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * This rank's end of windows: its access by packets or otherwise.
 */
final class WindowSources {
    private final Node node;
    private final WindowProtocol protocol;
    private final WindowAgent agent;
    private final DirectAccesses accesses = new DirectAccesses();

    /**
     * No windows.
     *
     * @param node     of this rank.
     * @param protocol of this rank.
     * @param progress of this rank.
     * @param context  concluded.
     */
    WindowSources(final Node node, final WindowProtocol protocol, final Progress progress, final EngineContext context) {
        this.node = node;
        this.protocol = protocol;
        final boolean mayServe = context.threadLevel() == ThreadLevel.MULTIPLE && !context.asyncProgress();
        final long intervalNs = mayServe ? TimeUnit.MICROSECONDS.toNanos(context.windowAgentUs()) : 0;
        this.agent = new WindowAgent(progress.fallback(), "tombolo-windows-" + node.rank(), intervalNs);
        progress.shutdown().whenDrained(accesses::end);
    }

    WindowAccess packet(final MessageCalls calls, final WindowPart part, final Set<WindowOption> options) {
        final boolean isLockable = !options.contains(WindowOption.NO_LOCKS);
        final PacketWindow window = new PacketWindow(
            Windows.id(calls), calls.group().rank(), calls.group().inWorld(), part, isLockable, options.contains(WindowOption.UNORDERED),
            protocol);
        final Runnable closed = isLockable ? agent::closed : () -> { };
        final PacketAccess access = new PacketAccess(calls, window, node.setting(GeometrySetting.PACKET_LENGTH), closed);
        if (isLockable) {
            agent.opened();
        }
        access.open();
        return access;
    }

    /**
     * Makes a window over new memory. Collective, through {@link Windows#create}.
     */
    Window allocate(
        final Windows windows, final MessageCalls parent, final long length, final Set<WindowOption> options, final Outcome own) {
        return windows.create(parent, WindowMode.DIRECT, length, options, own,
            calls -> new DirectOpening(calls, node, accesses, length));
    }

    void error(final Throwable failure) {
        node.error(failure);
    }
}
