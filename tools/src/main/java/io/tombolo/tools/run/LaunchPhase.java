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

/**
 * Where a launch is on its way. It only moves down this list.
 */
enum LaunchPhase {
    /** Ranks run; the deadline is the time limit of the launch. */
    RUNNING,
    /** A rank failed; the others have a moment to notice and to say so by themselves. */
    LAST_WORDS,
    /** The ranks were asked to end, by a signal that they can catch. */
    GRACE,
    /** They were killed; what is left is killed again until nothing is. */
    KILLED,
    /** No process is left; the rest of the output is on its way to its consumer. */
    DRAINING,
    /** Over. */
    ENDED
}
