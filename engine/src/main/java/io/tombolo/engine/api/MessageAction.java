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
package io.tombolo.engine.api;

/** What happens to a message that a {@link MessageHandler} has been shown. */
public enum MessageAction {
    /** The message is given back: its sender may use the memory again. */
    GIVE_BACK,

    /**
     * The message is kept: it is open in the {@link Message} that the caller of the poll supplies, to be read, received or forwarded later.
     * Its handler still may read the buffer until it returns, and not after that.
     */
    KEEP
}
