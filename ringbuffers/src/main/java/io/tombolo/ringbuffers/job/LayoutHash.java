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
package io.tombolo.ringbuffers.job;

import java.nio.charset.StandardCharsets;

/**
 * FNV-1a over 64-bit values: a fingerprint of layouts and settings that two processes must share.
 */
public final class LayoutHash {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private LayoutHash() {
    }

    /**
     * Hashes values in their order.
     *
     * @param values to hash.
     * @return the hash.
     */
    public static long of(final long... values) {
        long hash = BASIS;
        for (final long value : values) {
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                hash = (hash ^ (value >>> shift & 0xff)) * PRIME;
            }
        }
        return hash;
    }

    /**
     * Hashes a text.
     *
     * @param text to hash, as UTF-8.
     * @return the hash.
     */
    public static long of(final String text) {
        long hash = BASIS;
        for (final byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & 0xff)) * PRIME;
        }
        return hash;
    }
}
