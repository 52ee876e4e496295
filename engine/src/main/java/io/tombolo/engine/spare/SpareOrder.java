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
package io.tombolo.engine.spare;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a spare process becomes. The launcher writes it to the standard input of the process.
 *
 * @param properties system properties to set; those that the command line of the process has set stay.
 * @param main       name of the main class.
 * @param arguments  of the program.
 */
public record SpareOrder(Map<String, String> properties, String main, List<String> arguments) {
    private static final int MOST_TEXTS = 1 << 20;
    private static final int MOST_BYTES = 1 << 24;

    /**
     * Writes the order at once.
     *
     * @param stream to a spare process; flushed, but not closed.
     * @throws IOException if the process has ended.
     */
    public void write(final OutputStream stream) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final DataOutputStream data = new DataOutputStream(bytes);
        data.writeInt(properties.size());
        for (final Map.Entry<String, String> property : properties.entrySet()) {
            write(property.getKey(), data);
            write(property.getValue(), data);
        }
        write(main, data);
        data.writeInt(arguments.size());
        for (final String argument : arguments) {
            write(argument, data);
        }
        bytes.writeTo(stream);
        stream.flush();
    }

    /**
     * Waits for an order. It reads no byte more than the order has, so the rest of the stream is input of the program.
     *
     * @param stream from the launcher, without a buffer.
     * @return the order, or null if the stream ended before it.
     * @throws IOException if the stream fails, or carries something else.
     */
    static SpareOrder read(final InputStream stream) throws IOException {
        final DataInputStream data = new DataInputStream(stream);
        try {
            final Map<String, String> properties = new LinkedHashMap<>();
            for (int left = length(data, MOST_TEXTS); left > 0; left--) {
                properties.put(readText(data), readText(data));
            }
            final String main = readText(data);
            final List<String> arguments = new ArrayList<>();
            for (int left = length(data, MOST_TEXTS); left > 0; left--) {
                arguments.add(readText(data));
            }
            return new SpareOrder(properties, main, arguments);
        } catch (final EOFException launcherEnded) {
            return null;
        }
    }

    private static void write(final String text, final DataOutputStream data) throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        data.writeInt(bytes.length);
        data.write(bytes);
    }

    private static String readText(final DataInputStream data) throws IOException {
        final byte[] bytes = new byte[length(data, MOST_BYTES)];
        data.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int length(final DataInputStream data, final int most) throws IOException {
        final int length = data.readInt();
        if (length < 0 || length > most) {
            throw new IOException("the standard input of a spare process carries no order: length=" + length);
        }
        return length;
    }
}
