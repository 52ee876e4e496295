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
 * Pairs envelopes: arriving messages with posted receives, and returns the opaque handles that were filed with them.
 * <p>
 * Start at {@link io.tombolo.matching.Matcher}. Its nodes are in segments that a {@link io.tombolo.matching.SegmentSource} lends.
 * {@link io.tombolo.matching.MatchNodeDescriptor} holds their layout, and {@link io.tombolo.matching.MatchNodeReader} reads them from
 * outside, live or post mortem. {@link io.tombolo.matching.PostedQueue} adds posted receives that are objects, in the nodes or ordered in
 * front of them. The package knows nothing of packets or requests: the caller decides what a handle means.
 */
package io.tombolo.matching;
