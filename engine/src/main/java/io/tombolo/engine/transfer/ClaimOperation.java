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
package io.tombolo.engine.transfer;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;

/**
 * A message that is written in place: its claim, its commit or abort, and in between the memory that is lent to the application, which is a
 * packet or a region. Reused by the claim that owns it.
 */
public final class ClaimOperation extends Operation {
    /** Whether a region may be made for it. Set only after the regions that have come back were searched. */
    public boolean mayGrow;

    /** Length in bytes of the region that the claimant shall make before it asks again; 0 if it shall make none. */
    public long growth;

    /** Region that the claimant has made, or null. */
    public LocalRegion grown;

    /** Bytes of a commit that are sent, from the start of what is lent; at most {@link #length}. */
    public long sentLength;

    /** Region that is lent, or null. */
    public LocalRegion region;

    /** Destination, as it was when the memory was lent. */
    public Peer peer;

    /** Whether no process has joined as the destination: nothing is lent before. */
    public boolean isAbsent;

    /** Place among the loans of the rank, or {@link #NONE}. */
    public int loan = NONE;

    /** When the memory was lent, on this JVM's clock. */
    public long lentAtNs;

    /**
     * Makes a claim that is idle.
     */
    public ClaimOperation() {
    }
}
