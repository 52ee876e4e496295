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

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The sizes and thresholds of a job, one value for each {@link GeometrySetting}. Immutable; safe in any thread.
 */
public final class JobGeometry {
    // Keeps a staging file, with the words of all readers, below the 1 GiB limit of StagingGeometry.
    private static final long MOST_STAGING_BYTES = 1 << 29;
    private static final GeometrySetting[] SETTINGS = GeometrySetting.values();

    private final long[] values;
    private final long hash;

    private JobGeometry(final long[] values) {
        this.values = values;
        this.hash = LayoutHash.of(values);
    }

    /**
     * Creates a builder with the defaults.
     *
     * @return a new builder.
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the value of a setting.
     *
     * @param setting to look up.
     * @return the value.
     */
    public long value(final GeometrySetting setting) {
        return values[setting.ordinal()];
    }

    /**
     * Returns the value of a setting that fits an int.
     *
     * @param setting to look up.
     * @return the value.
     * @throws ArithmeticException if it does not fit.
     */
    public int intValue(final GeometrySetting setting) {
        return Math.toIntExact(value(setting));
    }

    /**
     * Returns a fingerprint of all values.
     *
     * @return equal for equal geometries.
     */
    public long hash() {
        return hash;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof JobGeometry && Arrays.equals(values, ((JobGeometry) other).values);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(hash);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("JobGeometry{");
        for (final GeometrySetting setting : SETTINGS) {
            text.append(setting.ordinal() == 0 ? "" : ", ").append(setting.propertyName()).append('=').append(value(setting));
        }
        return text.append('}').toString();
    }

    /**
     * Collects and checks values. Use it from one thread.
     */
    public static final class Builder {
        private final long[] values = new long[SETTINGS.length];

        private Builder() {
            for (final GeometrySetting setting : SETTINGS) {
                values[setting.ordinal()] = setting.defaultValue();
            }
        }

        /**
         * Sets one value.
         *
         * @param setting to set.
         * @param value   in the setting's unit.
         * @return this.
         * @throws IllegalArgumentException if the setting does not allow the value; the message names the property.
         */
        public Builder set(final GeometrySetting setting, final long value) {
            values[setting.ordinal()] = setting.check(value);
            return this;
        }

        /**
         * Sets every value for which a property has a text.
         *
         * @param properties maps a property name to its text; null and blank mean "not set".
         * @return this.
         * @throws IllegalArgumentException if a text is not a number or not allowed; the message names the property.
         */
        public Builder properties(final UnaryOperator<String> properties) {
            for (final GeometrySetting setting : SETTINGS) {
                final String text = properties.apply(setting.propertyName());
                if (text != null && !text.isBlank()) {
                    set(setting, parse(setting, text));
                }
            }
            return this;
        }

        /**
         * Checks that the values fit together, and creates the geometry.
         *
         * @return the geometry.
         * @throws IllegalArgumentException if two settings contradict each other; the message names both.
         */
        public JobGeometry build() {
            atMost(GeometrySetting.STAGING_CHUNK, GeometrySetting.STAGING_LANE_LENGTH);
            if (value(GeometrySetting.STAGING_LANES) * value(GeometrySetting.STAGING_LANE_LENGTH) > MOST_STAGING_BYTES) {
                throw new IllegalArgumentException(describe(GeometrySetting.STAGING_LANES) + " times " +
                    describe(GeometrySetting.STAGING_LANE_LENGTH) + " must be at most " + MOST_STAGING_BYTES);
            }
            if (value(GeometrySetting.RETURN_RECORDS) <= value(GeometrySetting.PACKETS)) {
                throw new IllegalArgumentException(describe(GeometrySetting.RETURN_RECORDS) + " must be more than " +
                    describe(GeometrySetting.PACKETS) + ": a return ring has room for every packet");
            }
            return new JobGeometry(values.clone());
        }

        private void atMost(final GeometrySetting setting, final GeometrySetting limit) {
            if (value(setting) > value(limit)) {
                throw new IllegalArgumentException(describe(setting) + " must be at most " + describe(limit));
            }
        }

        private long value(final GeometrySetting setting) {
            return values[setting.ordinal()];
        }

        private String describe(final GeometrySetting setting) {
            return setting.propertyName() + "=" + value(setting);
        }

        private static long parse(final GeometrySetting setting, final String text) {
            try {
                return Long.parseLong(text.trim());
            } catch (final NumberFormatException e) {
                throw new IllegalArgumentException(setting.propertyName() + "=" + text + " must be a whole number", e);
            }
        }
    }
}
