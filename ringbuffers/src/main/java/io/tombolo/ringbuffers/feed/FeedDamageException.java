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
package io.tombolo.ringbuffers.feed;

/** The memory of a feed holds what its writer cannot have written. The message says in one line what, and where. */
public final class FeedDamageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FeedDamageException(final FeedFile file, final String what, final long position) {
        super(file.path() + ": " + what + " at position " + position + " of the feed " + file.name() +
            ", which its writer cannot have written; open the feed again");
    }
}
