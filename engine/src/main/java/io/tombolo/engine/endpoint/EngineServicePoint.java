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
import io.tombolo.engine.api.endpoint.ServicePoint;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The application's handle of a service point.
 */
final class EngineServicePoint implements ServicePoint {
    private final EngineAdapter adapter;
    private final long service;
    private final AtomicBoolean freed = new AtomicBoolean();

    EngineServicePoint(final EngineAdapter adapter, final long service) {
        this.adapter = adapter;
        this.service = service;
    }

    @Override
    public long service() {
        return service;
    }

    @Override
    public CallResult free() {
        return freed.compareAndSet(false, true) ? adapter.ask(() -> adapter.endpoints().stopListening(service)) : CallResult.INVALID_HANDLE;
    }
}
