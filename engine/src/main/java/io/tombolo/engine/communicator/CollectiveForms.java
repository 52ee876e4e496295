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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Request;
import io.tombolo.engine.collective.CollectiveArguments;

/**
 * Executes collective operations in their three forms. The arguments are checked; they serve the next call too, so each method copies what
 * it needs before it returns. One thread at a time.
 */
interface CollectiveForms {
    /**
     * Executes an operation and waits for it.
     *
     * @param arguments of the operation.
     */
    void run(CollectiveArguments arguments);

    /**
     * Begins an operation.
     *
     * @param arguments of the operation.
     * @param request   that completes with it.
     */
    void start(CollectiveArguments arguments, Request request);

    /**
     * Prepares an operation.
     *
     * @param arguments of the operation.
     * @param request   that begins it at each start.
     */
    void prepare(CollectiveArguments arguments, Request request);
}
