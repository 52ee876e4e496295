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
package io.tombolo.tools.demo;

import java.util.Locale;

/**
 * Formats numbers for the output. 1 MB is a million bytes.
 */
final class ReadableNumbers {
    private static final double BYTES_A_MB = 1e6;
    private static final double NS_A_S = 1e9;

    private ReadableNumbers() {
    }

    static String bytes(final long count) {
        return count < BYTES_A_MB ? String.format(Locale.ROOT, "%,d B", count) :
            String.format(Locale.ROOT, "%,.1f MB", count / BYTES_A_MB);
    }

    static String rate(final long bytes, final long elapsedNs) {
        return String.format(Locale.ROOT, "%,.0f MB/s", bytes / BYTES_A_MB / (Math.max(1, elapsedNs) / NS_A_S));
    }

    static String seconds(final long elapsedNs) {
        return String.format(Locale.ROOT, "%.1f s", elapsedNs / NS_A_S);
    }
}
