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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;

/**
 * An answer on its way to an origin, or the transfer of the data that an origin puts, from its record to its last byte. The object is
 * reused.
 */
final class Response extends Operation {
    /** Next in the list of unused responses. */
    Response next;

    private final AccessExecutor owner;
    private OriginGrant origin;
    private byte[] values;
    private long displacement;
    private boolean isChange;

    Response(final AccessExecutor owner) {
        this.owner = owner;
    }

    void begin(final OriginGrant newOrigin) {
        begin(Kind.WINDOW);
        origin = newOrigin;
        destination = newOrigin.peer().rank();
        source = destination;
        tag = 0;
        isPacked = false;
        isChange = false;
        newOrigin.began();
    }

    /**
     * Says that this is a transfer into the part of this rank.
     *
     * @param newDisplacement of its first byte.
     */
    void changes(final long newDisplacement) {
        isChange = true;
        displacement = newDisplacement;
    }

    /**
     * Makes room for the previous values of elements.
     */
    void reserve(final int bytes) {
        if (values == null || values.length < bytes) {
            values = new byte[bytes];
        }
    }

    /**
     * Returns the room for previous values.
     */
    byte[] values() {
        return values;
    }

    @Override
    public void complete(final Outcome newOutcome) {
        super.complete(newOutcome);
        end();
    }

    @Override
    public void complete(final int fromRank, final int fromTag, final long bytes, final long totalLength) {
        super.complete(fromRank, fromTag, bytes, totalLength);
        end();
    }

    private void end() {
        final OriginGrant ended = origin;
        origin = null;
        if (isChange) {
            owner.transferred(ended.window(), displacement, length, outcome());
        }
        owner.recycle(this);
        ended.ended();
    }
}
