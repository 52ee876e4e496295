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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.PeerKind;
import java.util.List;
import java.util.Optional;

/**
 * A system of a comparison.
 *
 * @param peer    the system.
 * @param missing why it is not measured; empty if it is.
 */
record ComparedSystem(PeerKind peer, Optional<String> missing) {

    /** Looks for the systems on this machine. */
    static List<ComparedSystem> of(final List<PeerKind> peers) {
        return peers.stream().map(peer -> new ComparedSystem(peer, peer.missing())).toList();
    }

    boolean measured() {
        return missing.isEmpty();
    }

    /** Describes the system in one line. */
    String describe() {
        return missing
            .map(reason -> peer.label() + ": not measured, " + reason.lines().findFirst().orElse("no reason given"))
            .orElseGet(() -> String.join(" ", peer.label(), peer.version(), String.join(" ", peer.flags())).strip());
    }
}
