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

import io.tombolo.engine.api.Outcome;

/**
 * What a rank has opened for a new group, before the members agree whether all have.
 *
 * @param outcome {@link Outcome#SUCCESS} if all is open; {@link Outcome#CANCELLED} if the group needs another name; else the reason why
 *                this rank cannot be a member.
 * @param calls   of the new group; null without success.
 */
record GroupOpening(Outcome outcome, MessageCalls calls) {
    /** Makes the answer of a rank that has opened nothing. */
    static GroupOpening refused(final Outcome reason) {
        return new GroupOpening(reason, null);
    }
}
