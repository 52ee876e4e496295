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
 * Decides how a message goes for which its destination kept no room when it was queued: at the head of the queue, once there is credit for
 * it or room for its envelope, whichever comes first (S3.2, S3.26). Keeps a place among the long messages until then. One thread at a time.
 */
public interface TypeChoice {
    /**
     * Makes a message eager, whose length is charged to the budget then.
     *
     * @param record with the type of an eager message.
     * @return what takes its place at the head of the queue; may be the same.
     */
    OutboundRecord eager(OutboundRecord record);

    /**
     * Makes a message a rendezvous.
     *
     * @param record with the type of an eager message.
     * @return what takes its place at the head of the queue.
     */
    OutboundRecord rendezvous(OutboundRecord record);

    /**
     * Takes note that a message is not sent.
     *
     * @param record that was taken out of the queue.
     */
    void withdrawn(OutboundRecord record);
}
