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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.line.LineDescriptor;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts message sizes as people write them: {@code 8}, {@code 4K}, {@code 1M}.
 */
public final class SizeConverter implements ITypeConverter<Integer> {

    private static final int KIBI = 1 << 10;
    private static final int MEBI = 1 << 20;

    /**
     * Makes the converter, for picocli.
     */
    public SizeConverter() {
    }

    @Override
    public Integer convert(final String text) {
        final String upper = text.strip().toUpperCase(Locale.ROOT);
        final int unit = upper.endsWith("K") ? KIBI : upper.endsWith("M") ? MEBI : 1;
        final String digits = 1 == unit ? upper : upper.substring(0, upper.length() - 1);
        final long size = digits.matches("\\d{1,10}") ? Long.parseLong(digits) * unit : -1;
        if (size < 0 || size > LineDescriptor.MAX_PAYLOAD) {
            throw new TypeConversionException(
                "size=" + text + ": bytes, with K or M, from 0 to " + format(LineDescriptor.MAX_PAYLOAD));
        }
        return (int) size;
    }

    /**
     * Formats a size as people write it.
     *
     * @param size size in bytes.
     * @return text that {@link #convert(String)} takes.
     */
    public static String format(final int size) {
        if (0 != size && 0 == size % MEBI) {
            return size / MEBI + "M";
        }
        return 0 != size && 0 == size % KIBI ? size / KIBI + "K" : Integer.toString(size);
    }
}
