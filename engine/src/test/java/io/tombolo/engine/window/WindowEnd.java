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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.window.Window;

/** Closes windows of which some ranks may have died. */
public final class WindowEnd {
    private WindowEnd() {
    }

    /**
     * Closes a window. Does not wait if a rank is gone.
     *
     * @return whether all ranks have come.
     */
    public static boolean of(final Window window) {
        try {
            window.close();
            return true;
        } catch (final PeerFailedException exception) {
            assertThat(exception).hasMessageMatching("rank \\d+ (\\(incarnation \\d+\\) )?(died|has left): barrier of \\d+ ranks");
            return false;
        }
    }
}
