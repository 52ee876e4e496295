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
 * The environment variable {@code TOMBOLO_LAUNCH=id.process}, which identifies the processes of one launch wherever they are in the process
 * tree.
 */
final class LaunchMarker {
    /** Name of the variable. */
    static final String NAME = "TOMBOLO_LAUNCH";

    private final String id = UUID.randomUUID().toString();

    /** Value of the variable for a process that the launch starts, and for its children. */
    String value(final int process) {
        return id + "." + process;
    }

    /** The whole entry {@code NAME=value}. */
    String entry(final int process) {
        return NAME + "=" + value(process);
    }

    /** The entry without the dot and the number of the process, which is the same for all of them. */
    String prefix() {
        return NAME + "=" + id;
    }
}
