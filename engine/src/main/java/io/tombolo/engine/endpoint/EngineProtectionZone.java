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
package io.tombolo.engine.endpoint;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.srq.Endpoints;
import io.tombolo.engine.srq.RegisteredZone;

/**
 * The application's handle of a protection zone.
 */
final class EngineProtectionZone implements ProtectionZone {
    private final Endpoints endpoints;
    private final RegisteredZone zone;

    private EngineProtectionZone(final Endpoints endpoints, final RegisteredZone zone) {
        this.endpoints = endpoints;
        this.zone = zone;
    }

    /** Returns the application's handle of a zone. Called by the thread that has made the zone. */
    static EngineProtectionZone of(final Endpoints endpoints, final RegisteredZone zone) {
        return (EngineProtectionZone) zone.application(() -> new EngineProtectionZone(endpoints, zone));
    }

    @Override
    public long handle() {
        return zone.handle();
    }

    @Override
    public CallResult free() {
        return endpoints.resources().free(zone);
    }
}
