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
package io.tombolo.engine.api.endpoint;

import io.tombolo.engine.api.ThreadLevel;

/**
 * What an {@link InterfaceAdapter} can do, for programs that are to run on others too (S4). Immutable.
 *
 * @param isSegmentListCopied whether a post copies the list of segments, so that the list belongs to the caller again when the post returns
 *                            (S4.7). The memory that it names belongs to the engine until the completion in any case.
 * @param optimalAlignment    alignment of segments that is fastest, in bytes: {@link InterfaceAdapter#OPTIMAL_ALIGNMENT} (S4.12).
 * @param maxSegments         most segments of a buffer or send: {@link InterfaceAdapter#MAX_SEGMENTS}.
 * @param maxMessageLength    longest message, in bytes; {@link Long#MAX_VALUE} if memory alone limits it.
 * @param isThreadSafe        whether threads may call at the same time (S4.8): true, unless the engine has {@link ThreadLevel#SINGLE}.
 */
public record AdapterAttributes(
    boolean isSegmentListCopied, int optimalAlignment, int maxSegments, long maxMessageLength, boolean isThreadSafe) {
}
