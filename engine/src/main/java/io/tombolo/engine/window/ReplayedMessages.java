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

import java.util.function.BooleanSupplier;

/** The messages of a window in a replay: none is sent, and each that is asked for has come, as the record says when. */
final class ReplayedMessages implements EpochMessages {
    @Override
    public void send(final int destination, final int tag, final long deadline) {
        // Nobody waits for it.
    }

    @Override
    public boolean recv(final int source, final int tag, final long deadline, final BooleanSupplier isHopeless) {
        return true;
    }

    @Override
    public boolean tryRecv(final int source, final int tag) {
        return true;
    }

    @Override
    public boolean meet(final long deadline) {
        return true;
    }
}
