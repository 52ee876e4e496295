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
package io.tombolo.engine.api;

/**
 * Why a {@link Member} has its state.
 */
public enum MemberReason {
    /** No process has joined as the rank. */
    NONE,
    /** The process has joined. */
    JOINED,
    /** The process has closed its engine. */
    CLOSED,
    /** The process could not join completely. */
    WITHDRAWN,
    /** Another rank has found that the process is gone. */
    PROCESS_GONE,
    /** The next process that joined as this rank has found that the process before it is gone. */
    REPLACED,
    /** A person has ended the membership of a process that is gone. */
    EVICTED
}
