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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.order.OrderReplay;

/**
 * What a rank records for readers outside.
 *
 * @param recordsAll    whether short messages that complete at once are recorded, too.
 * @param waitNs        longest wait for a recorder process that has not read the oldest event and makes no progress, in nanoseconds; 0 to
 *                      overwrite the event at once.
 * @param payloadBytes  bytes of messages that the rank keeps for a recorder, a {@linkplain
 *                      io.tombolo.ringbuffers.job.StreamFileDescriptor#isCapacity capacity}; 0 to keep none. Otherwise all messages are
 *                      recorded.
 * @param latencySample one of so many messages that wait is measured: a power of two, or {@link Latencies#OFF}.
 * @param hasOneThread  whether only one thread makes calls, whose order can be recorded.
 * @param replay        order that the calls follow, or null.
 */
public record RecordingSettings(
    boolean recordsAll, long waitNs, int payloadBytes, int latencySample, boolean hasOneThread, OrderReplay replay) {
}
