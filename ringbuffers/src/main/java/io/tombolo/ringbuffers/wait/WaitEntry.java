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
package io.tombolo.ringbuffers.wait;

/**
 * One of the things that a thread waits for. {@link WaitKind} says what the numbers mean.
 *
 * @param kind    of the entry.
 * @param rank    of the world, {@link WaitKind#ANY_RANK} or {@link WaitKind#NO_RANK}; not checked against the size of the job.
 * @param tag     or {@link WaitKind#NO_TAG}.
 * @param context of the communicator.
 * @param length  bytes, or the name of a group.
 * @param number  of a call, window or feed.
 */
public record WaitEntry(WaitKind kind, int rank, int tag, int context, long length, long number) {
}
