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
package io.tombolo.tools.run;

import java.util.UUID;

/**
 * The environment entry by which processes of one launch are known, wherever in the process tree they end up:
 * {@code TOMBOLO_LAUNCH=id.rank}.
 */
final class LaunchMarker {
    /** Name of the environment variable. */
    static final String NAME = "TOMBOLO_LAUNCH";

    private final String id = UUID.randomUUID().toString();

    /** Value for the environment of one rank. */
    String value(final int rank) {
        return id + "." + rank;
    }

    /** The whole entry of one rank. */
    String entry(final int rank) {
        return NAME + "=" + value(rank);
    }

    /** What the entries of all ranks start with, up to the dot before the rank. */
    String prefix() {
        return NAME + "=" + id;
    }
}
