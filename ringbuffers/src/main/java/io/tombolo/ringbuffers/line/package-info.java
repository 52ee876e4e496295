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
 * The ownership of cache lines: what it costs to move a line between two cores, and how that cost leaves the time of a message.
 * <p>
 * <b>The effect.</b> A core can store to a line only while no other cache has a copy of it. The lines of a ring or a lane are read by the
 * receiver and written again by the sender, so each of them changes its owner with every message. A store to a line that one other core
 * owns fetches the line from there. A store to a line that two caches share has to invalidate all copies, which takes longer. Near cores
 * share a cache and pay little. Between far cores each line costs several times as much, and a store buffer hides only as many stores as
 * it holds.
 * <p>
 * <b>The measures.</b>
 * <ul>
 * <li>The writer <em>prepares</em> lines: while it waits, it stores to the lines of the next message, so that they are in its cache when
 * the message comes ({@link io.tombolo.ringbuffers.line.RingPreparation}).</li>
 * <li>The reader <em>hands lines back</em>: it stores one byte of each line that it has read, unchanged. The line then has one owner, from
 * which the writer fetches it ({@link io.tombolo.ringbuffers.line.RingHandback} for rings,
 * {@link io.tombolo.ringbuffers.line.PendingHandback} for staging lanes).</li>
 * <li>Both ends <em>measure</em>, because the gain depends on the machine and on the cores that the two ranks run on at the time:
 * {@link io.tombolo.ringbuffers.line.LineTransferTuner} tries a ring with and without, and
 * {@link io.tombolo.ringbuffers.line.RemoteCacheDetector} finds the far readers of lanes.</li>
 * </ul>
 * <p>
 * <b>Who writes what.</b> A line that is prepared is written by its only writer, in bytes that nobody reads before the message is
 * published. A line that is handed back is the one exception to the rule of a single writer: the reader stores to memory of the writer.
 * It may do so because at each moment only one of the two may store to the line:
 * <ul>
 * <li>In a ring the consumer hands lines back before its release store of the position that frees them. The producer stores to them only
 * behind its acquire load of that position.</li>
 * <li>In a staging lane the reader may hand lines back after it has freed them, while it has time. Two words, one of each side, say whether
 * it may, and whether it is doing so: see {@link io.tombolo.ringbuffers.line.HandbackWords}.</li>
 * </ul>
 * A process that dies in the middle leaves each line as it was, for it stores what is there.
 */
package io.tombolo.ringbuffers.line;
