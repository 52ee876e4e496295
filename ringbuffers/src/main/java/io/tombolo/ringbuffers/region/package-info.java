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
 * The heap files of a rank: memory regions that are handed to applications ({@link io.tombolo.ringbuffers.region.RegionFile}), and the
 * staging lanes through which private memory flows to a peer.
 * <p>
 * {@link io.tombolo.ringbuffers.region.StagingFileDescriptor} shows the layout of the lanes. Their owner uses
 * {@link io.tombolo.ringbuffers.region.StagingLanes}, a receiver {@link io.tombolo.ringbuffers.region.StagingView}.
 */
package io.tombolo.ringbuffers.region;
