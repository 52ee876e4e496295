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
/**
 * Moves opaque bytes between processes through mapped files. {@link io.tombolo.ringbuffers.Bytes} copies between two places. Each package
 * below holds one structure: {@code file} the mapping, {@code job} the job directory, {@code pair} the file that two ranks share,
 * {@code region} memory for applications, {@code window} the parts of windows, {@code queue} receive queues and event queues. The package
 * {@code line} explains who owns the cache lines of these structures. Start with
 * {@link io.tombolo.ringbuffers.pair.PairFileDescriptor}.
 */
package io.tombolo.ringbuffers;
