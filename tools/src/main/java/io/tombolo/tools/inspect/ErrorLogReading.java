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

import static org.agrona.concurrent.errors.DistinctErrorLog.ENCODED_ERROR_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.FIRST_OBSERVATION_TIMESTAMP_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.LAST_OBSERVATION_TIMESTAMP_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.LENGTH_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.OBSERVATION_COUNT_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.RECORD_ALIGNMENT;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The entries of an error log in Agrona's layout. Every length is checked, because Agrona's own reader would follow a damaged one.
 *
 * @param entries errors in the order in which they first occurred
 * @param damage  what is damaged, in one line; empty if nothing is
 */
public record ErrorLogReading(List<ErrorEntry> entries, String damage) {
    /** A log that could not be read. */
    static final ErrorLogReading NONE = new ErrorLogReading(List.of(), "");

    static ErrorLogReading of(final AtomicBuffer log) {
        final List<ErrorEntry> entries = new ArrayList<>();
        int offset = 0;
        while (offset <= log.capacity() - ENCODED_ERROR_OFFSET) {
            // Acquire; partner: the ordered store of the length in DistinctErrorLog, after the rest.
            final int length = log.getIntVolatile(offset + LENGTH_OFFSET);
            if (length == 0) {
                break;
            }
            if (length < ENCODED_ERROR_OFFSET || length > log.capacity() - offset) {
                return new ErrorLogReading(List.copyOf(entries), "the error log has an entry of length " + length);
            }
            final byte[] text = new byte[length - ENCODED_ERROR_OFFSET];
            log.getBytes(offset + ENCODED_ERROR_OFFSET, text);
            entries.add(new ErrorEntry(
                log.getIntVolatile(offset + OBSERVATION_COUNT_OFFSET),
                log.getLong(offset + FIRST_OBSERVATION_TIMESTAMP_OFFSET),
                log.getLongVolatile(offset + LAST_OBSERVATION_TIMESTAMP_OFFSET),
                new String(text, StandardCharsets.UTF_8)));
            offset += BitUtil.align(length, RECORD_ALIGNMENT);
        }
        return new ErrorLogReading(List.copyOf(entries), "");
    }
}
