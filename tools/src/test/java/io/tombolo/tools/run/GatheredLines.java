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
package io.tombolo.tools.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps lines as {@code rank:line}, with one character for each byte.
 */
final class GatheredLines implements LineConsumer {
    private final List<String> lines = new ArrayList<>();

    @Override
    public synchronized void line(final int rank, final byte[] buffer, final int offset, final int length) {
        lines.add(rank + ":" + new String(buffer, offset, length, StandardCharsets.ISO_8859_1));
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
