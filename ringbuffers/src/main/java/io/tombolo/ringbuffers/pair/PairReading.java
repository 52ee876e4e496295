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
package io.tombolo.ringbuffers.pair;

/**
 * The contents of a pair file, read in one pass from outside. Two equal readings in a row are consistent.
 *
 * @param incarnation of the source that made the file.
 * @param ring        from source to destination.
 * @param pool        packets of the source.
 * @param returns     return ring, from destination to source.
 * @param consumed    eager bytes that receives at the destination have taken, see {@link Credit}.
 * @param done        number below which all long messages are done at the destination, in the order of their envelopes.
 */
public record PairReading(
    int incarnation, RingReading<RingRecord> ring, PoolReading pool, RingReading<ReturnRecord> returns, long consumed,
    long done) {
}
