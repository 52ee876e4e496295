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
package io.tombolo.engine.order;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;

/**
 * What the calls of windows tell their order: it records them, or compares them with the record and gives them its outcomes.
 * <p>
 * <b>Threading:</b> the only thread of the rank.
 */
public interface WindowOrder {
    /** Target of a call that concerns no single target. */
    int NO_TARGET = -1;

    /**
     * Told that a call begins which synchronizes. No other call of a window begins before {@link #end}.
     *
     * @param window  number of the window.
     * @param call    what it does.
     * @param target  member, or {@link #NO_TARGET}.
     * @param members of the call stand behind this number, not negative; 0 for none.
     * @throws IllegalStateException if this is a replay, and the call differs from the recorded one, or that one has not ended.
     */
    void begin(int window, WindowCall call, int target, int members);

    /** Told that the last call has ended. */
    void end();

    /**
     * Told that a window is accessed.
     *
     * @param window       number of the window.
     * @param call         what it does.
     * @param target       member.
     * @param displacement in the part of the target.
     * @param length       bytes.
     * @param type         of the elements; null for bytes.
     * @param op           how to combine them; null for none.
     * @param checksum     of the operands; 0 if there are none.
     * @throws IllegalStateException if this is a replay, and the access differs from the recorded one in more than its operands.
     */
    void access(
        int window, WindowCall call, int target, long displacement, long length, ElementType type, AccumulateOp op, int checksum);
}
