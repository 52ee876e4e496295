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
package io.tombolo.extensions.journal.record;

import java.nio.file.Path;

/**
 * What a recorder is to do.
 *
 * @param job         directory of the job; it must exist.
 * @param journal     directory of the journal.
 * @param floorBytes  free space that the recorder leaves on the file system; {@link #DEFAULT} for the default.
 * @param keepBytes   most bytes of closed files that stay; {@link #NO_LIMIT} for all.
 * @param keepMs      most milliseconds that a closed file stays after its last change; {@link #NO_LIMIT} for ever.
 * @param isLaunched  whether the recorder waits for the job, and records until it is told to stop, one job after the other. If not, the job
 *                    must be there, and the recorder ends with it.
 */
public record RecorderOptions(Path job, Path journal, long floorBytes, long keepBytes, long keepMs, boolean isLaunched) {
    /** In place of a floor. */
    public static final long DEFAULT = -1;

    /** In place of a limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
}
