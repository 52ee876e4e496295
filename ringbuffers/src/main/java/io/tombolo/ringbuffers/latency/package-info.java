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
 * How long messages and locks wait: a histogram of each kind of wait for each peer of a rank, in a file of the peer, which other processes
 * read while the rank runs and after its death. Start with {@link io.tombolo.ringbuffers.latency.LatencyFile}.
 */
package io.tombolo.ringbuffers.latency;
