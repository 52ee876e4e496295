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
package io.tombolo.tools.inspect;

/**
 * One error in the error log of a rank.
 *
 * @param count   how often it occurred
 * @param firstMs when it first occurred, milliseconds since the epoch
 * @param lastMs  when it last occurred, milliseconds since the epoch
 * @param text    text of the log, often a stack trace
 */
public record ErrorEntry(int count, long firstMs, long lastMs, String text) {
    /** The first line, which says what happened. */
    String headline() {
        return text.lines().findFirst().orElse("").strip();
    }
}
