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
package io.tombolo.engine.window;

import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.rma.DirectPart;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.window.WindowFile;
import java.io.IOException;

/**
 * The creation of a window in direct mode at this rank. It makes this rank's part before the ranks exchange their lengths. So a rank that
 * has the lengths of all ranks finds the parts of all ranks.
 */
final class DirectOpening implements Windows.Opening {
    private final MessageCalls calls;
    private final Node node;
    private final DirectAccesses accesses;
    // Null if it could not be made: this rank then tells the others so instead of throwing, because they wait for it.
    private final WindowFile own;

    /**
     * Makes this rank's part.
     *
     * @param calls    of the window's own communicator.
     * @param node     of this rank; reports why the part cannot be made.
     * @param accesses of this rank; {@link #open} adds the new access.
     * @param length   of the part, in bytes.
     */
    DirectOpening(final MessageCalls calls, final Node node, final DirectAccesses accesses, final long length) {
        this.calls = calls;
        this.node = node;
        this.accesses = accesses;
        this.own = create(calls, node, length);
    }

    private static WindowFile create(final MessageCalls calls, final Node node, final long length) {
        final int[] incarnations = new int[node.size()];
        for (int i = 0; i < incarnations.length; i++) {
            incarnations[i] = node.job().incarnation(i);
        }
        final int window = Windows.id(calls);
        final int bypasses = (int) Math.min(Integer.MAX_VALUE, node.settings().value(GeometrySetting.WINDOW_BYPASSES));
        try {
            return WindowFile.create(
                node.windowPath(node.rank(), window), node.rank(), window, length, bypasses, incarnations, node.settings().windowShift());
        } catch (final IOException | RuntimeException | OutOfMemoryError failure) {
            node.error(failure);
            return null;
        }
    }

    @Override
    public WindowAccess open(final long[] lengths) throws IOException {
        if (own == null) {
            throw new IOException("no memory for this rank's part of window " + Windows.id(calls));
        }
        final DirectAccess access = new DirectAccess(calls, node, accesses, own, attach());
        accesses.opened(access);
        return access;
    }

    private DirectPart[] attach() throws IOException {
        final Group group = calls.group();
        final int window = Windows.id(calls);
        final int windowShift = node.settings().windowShift();
        final DirectPart[] parts = new DirectPart[group.size()];
        for (int member = 0; member < parts.length; member++) {
            final int world = group.toWorld(member);
            parts[member] = new DirectPart(member == group.rank() ? own :
                WindowFile.attach(node.windowPath(world, window), world, window, node.size(), false, windowShift), node.rank());
        }
        return parts;
    }

    @Override
    public void abandon() {
        if (own != null) {
            DirectAccess.delete(own, node);
        }
    }
}
