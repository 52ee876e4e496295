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
package io.tombolo.ringbuffers.wait;

import java.util.List;

/**
 * A wait of a thread, as its rank shows it.
 *
 * @param place      of the wait, from 0.
 * @param number     of the wait in its rank, from 1; a later wait has a greater one.
 * @param startNs    {@link System#nanoTime()} of the rank when the thread began to wait.
 * @param deadlineNs the same clock when its time is up; 0 if it has no limit.
 * @param call       in which it waits.
 * @param mode       whether it waits for all entries or for any of them.
 * @param count      of the entries of the wait.
 * @param entries    the first of them, at most {@link WaitDescriptor#ENTRY_CAPACITY}.
 * @param thread     its name, printable ASCII.
 * @param callSite   first frame of the application, such as {@code com.acme.Settlement.book(Settlement.java:41)}, printable ASCII; empty if
 *                   the wait is too short to have one.
 */
public record WaitReading(
    int place, long number, long startNs, long deadlineNs, WaitCall call, WaitMode mode, int count, List<WaitEntry> entries, String thread,
    String callSite) {
}
