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
package io.tombolo.ringbuffers.setting;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the settings of this process by the names of their system properties. A system property wins over the environment, where
 * {@code tombolo.ring.slots} is {@code TOMBOLO_RING_SLOTS}. A blank value counts as none. A value that cannot be parsed is refused, never
 * replaced by a default.
 * <p>
 * <b>Threading:</b> any thread may call any method; there is no state.
 */
public final class Settings {
    private static final String PROPERTY_PREFIX = "tombolo.";
    private static final String VARIABLE_PREFIX = variable(PROPERTY_PREFIX);

    private Settings() {
    }

    /**
     * Returns the name of a setting in the environment.
     *
     * @param property name of the system property.
     * @return a name such as {@code TOMBOLO_RING_SLOTS}.
     */
    public static String variable(final String property) {
        return property.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * Returns the text of a setting.
     *
     * @param property name.
     * @return the text as given, or null if there is none or it is blank.
     */
    public static String text(final String property) {
        final String value = System.getProperty(property);
        final String text = isGiven(value) ? value : System.getenv(variable(property));
        return isGiven(text) ? text : null;
    }

    /**
     * Returns a setting that is a number.
     *
     * @param property  name.
     * @param otherwise default if it is not set.
     * @return the number.
     * @throws IllegalArgumentException if the text is not a number of at most 64 bits.
     */
    public static long number(final String property, final long otherwise) {
        final String text = text(property);
        try {
            return text == null ? otherwise : Long.parseLong(text.strip());
        } catch (final NumberFormatException exception) {
            throw new IllegalArgumentException(property + "=" + text + " must be a whole number of at most 64 bits", exception);
        }
    }

    /**
     * Returns a setting that is one of two words.
     *
     * @param property  name.
     * @param yes       the word that turns it on, in any case.
     * @param no        the word that turns it off, in any case.
     * @param otherwise default if it is not set.
     * @return whether it is on.
     * @throws IllegalArgumentException if the text is neither word.
     */
    public static boolean isOn(final String property, final String yes, final String no, final boolean otherwise) {
        final String text = text(property);
        if (text == null) {
            return otherwise;
        }
        final String word = text.strip();
        if (!word.equalsIgnoreCase(yes) && !word.equalsIgnoreCase(no)) {
            throw new IllegalArgumentException(property + "=" + text + " must be " + yes + " or " + no);
        }
        return word.equalsIgnoreCase(yes);
    }

    /**
     * Sets a system property, unless the command line or the program has set it.
     *
     * @param property name.
     * @param value    text.
     */
    public static void provide(final String property, final String value) {
        System.getProperties().putIfAbsent(property, value);
    }

    /**
     * Returns every name that may be meant for Tombolo and has a value.
     *
     * @return a new sorted set: system properties that begin with {@code tombolo.}, and environment variables with {@code TOMBOLO_}.
     */
    public static Set<String> names() {
        final Set<String> names = new TreeSet<>();
        for (final String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX) && isGiven(System.getProperty(name))) {
                names.add(name);
            }
        }
        System.getenv().forEach((name, value) -> {
            if (name.startsWith(VARIABLE_PREFIX) && isGiven(value)) {
                names.add(name);
            }
        });
        return names;
    }

    private static boolean isGiven(final String value) {
        return value != null && !value.isBlank();
    }
}
