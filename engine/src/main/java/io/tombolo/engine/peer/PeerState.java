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
 * What is known of a peer.
 */
public enum PeerState {
    /** Nothing speaks against it; it may not have come yet. */
    OPEN,
    /** It has closed its engine. */
    LEFT,
    /** It is proven dead. */
    FAILED,
    /** One of the two has read what cannot be right; the pair is given up. */
    BROKEN,
    /** One of the two could not map the other's pair file. */
    REFUSED,
    /** The job has been aborted. */
    ABORTED
}
