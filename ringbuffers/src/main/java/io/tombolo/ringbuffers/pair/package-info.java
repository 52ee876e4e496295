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
 * The file that an ordered pair of ranks shares. The source creates it at its first send. It holds the ring from source to destination, the
 * packet pool of the source, and the return ring that leads back.
 * <p>
 * {@link io.tombolo.ringbuffers.pair.PairFileDescriptor} shows the layout. Start with {@link io.tombolo.ringbuffers.pair.OutboundPair} for
 * the side of the source and {@link io.tombolo.ringbuffers.pair.InboundPair} for that of the destination. Each side is used by one thread
 * at a time, the progress owner of its rank.
 */
package io.tombolo.ringbuffers.pair;
