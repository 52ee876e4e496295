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

import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank that accesses memory as the engine does, prints its number, and then reads its input to the end.
 */
public final class RankProgram {
    private RankProgram() {
    }

    /** Takes no arguments. */
    public static void main(final String[] arguments) throws IOException {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Integer.BYTES]);
        buffer.putIntVolatile(0, Integer.parseInt(System.getenv("TOMBOLO_RANK")));
        System.out.println("rank " + buffer.getInt(0) + " of " + System.getenv("TOMBOLO_SIZE"));
        System.out.println("read " + System.in.readAllBytes().length);
    }
}
