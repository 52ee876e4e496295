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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.peer.Peer;
import java.nio.ByteBuffer;

/**
 * A message that has come before its receive: its data in private memory, or the words of its envelope (S1.9). It is lent while a matched
 * probe has removed it from matching. The object is reused.
 */
final class UnexpectedArrival {
    boolean isLong;
    boolean isLent;
    // Whether a poll has matched it, and the application does not hold it.
    boolean isOfPoll;
    long lentAtNs;
    int source;
    // Incarnation of the source that sent it.
    Peer peer;
    int tag;
    long number;
    int context;
    // When it came, if it is measured; else 0.
    long arrivedNs;
    long length;
    long block;
    ByteBuffer fetched;
    long send;
    long place;
    long position;
    long available;
    // Place of a long message among the open rendezvous of its source.
    int envelope;
    // Whether its data, or its answer, needs the files of its source.
    boolean isUse;
    int nextFree;

    /**
     * Returns whether its data has been fetched from the sender, whose send has ended by that.
     */
    boolean isFetched() {
        return fetched != null;
    }
}
