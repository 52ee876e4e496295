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
package io.tombolo.engine.peer;

/**
 * Decides late whether a message goes eagerly or by rendezvous, because the destination had no credit for it when it was queued. The choice
 * is made at the head of the queue: eager if credit comes first, rendezvous if room for the envelope comes first (S3.2, S3.26). Until then
 * the implementation keeps a place among the long messages. One thread at a time.
 */
public interface TypeChoice {
    /**
     * Makes a message eager. The caller charges its length to the budget.
     *
     * @param record with the type of an eager message.
     * @return record that takes its place at the head of the queue; may be the same.
     */
    OutboundRecord eager(OutboundRecord record);

    /**
     * Makes a message a rendezvous.
     *
     * @param record with the type of an eager message.
     * @return record that takes its place at the head of the queue.
     */
    OutboundRecord rendezvous(OutboundRecord record);

    /**
     * Gives the kept place back: the message is not sent.
     *
     * @param record that was taken out of the queue.
     */
    void withdrawn(OutboundRecord record);
}
