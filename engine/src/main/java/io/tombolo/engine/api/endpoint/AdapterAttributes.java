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
 * Capabilities of an {@link InterfaceAdapter}, for programs that also run on other adapters (S4). Immutable.
 *
 * @param isSegmentListCopied whether a post copies the list of segments (S4.7). If so, the caller may change the list when the post
 *                            returns. The memory that the list names belongs to the engine until the completion in any case.
 * @param optimalAlignment    alignment of segments that is fastest, in bytes: {@link InterfaceAdapter#OPTIMAL_ALIGNMENT} (S4.12).
 * @param maxSegments         largest number of segments of a buffer or send: {@link InterfaceAdapter#MAX_SEGMENTS}.
 * @param maxMessageLength    length of the longest message, in bytes; {@link Long#MAX_VALUE} if only memory limits it.
 * @param isThreadSafe        whether threads may call at the same time (S4.8): true, unless the engine has {@link ThreadLevel#SINGLE}.
 */
public record AdapterAttributes(
    boolean isSegmentListCopied, int optimalAlignment, int maxSegments, long maxMessageLength, boolean isThreadSafe) {
}
