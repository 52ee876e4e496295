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
 * The phase of a launch. It only moves down this list.
 */
enum LaunchPhase {
    /** The ranks run; the deadline is the time limit of the launch. */
    RUNNING,
    /** A rank has failed; the others have a moment to notice, and to end with a message of their own. */
    LAST_WORDS,
    /** The ranks have got a signal to end, which they can catch. */
    GRACE,
    /** The ranks have been killed; processes that are left are killed again until there are none. */
    KILLED,
    /** No process is left; the consumers take the rest of the output. */
    DRAINING,
    /** The launch has ended. */
    ENDED
}
