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
package io.tombolo.ringbuffers.flight;

/** Decides up to which position the writer of a {@link FlightRing} may go on without a look at its readers. */
@FunctionalInterface
public interface FlightLimit {
    /**
     * Waits until there is room for an event, or for as long as the rank is willing to.
     *
     * @param position of the event.
     * @return position of the first event for which to ask again; greater than that of this event.
     */
    long await(long position);
}
