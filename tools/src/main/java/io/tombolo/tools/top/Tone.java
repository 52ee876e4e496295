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
package io.tombolo.tools.top;

/**
 * How a part of a line looks. The terminal decides which colour that is, or none.
 */
enum Tone {
    /** As it is. */
    PLAIN,
    /** Stands back. */
    DIM,
    /** A heading. */
    HEADING,
    /** The letter of a heading that is a key. */
    KEY,
    /** The heading of the column by which a table is sorted. */
    SORTED,
    /** Something that needs attention. */
    BAD,
    /** {@link Activity#COMPUTING}. */
    COMPUTING,
    /** {@link Activity#SENDING}. */
    SENDING,
    /** {@link Activity#RECEIVING}. */
    RECEIVING,
    /** {@link Activity#COLLECTIVE}. */
    COLLECTIVE,
    /** {@link Activity#LOCK}. */
    LOCK
}
