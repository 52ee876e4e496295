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

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Refuses numbers of options that are out of range.
 */
final class OptionRange {

    private OptionRange() {
    }

    /**
     * Refuses a value that is out of range.
     *
     * @param command that has the option.
     * @param option  its name.
     * @param value   that the user gave.
     * @param least   smallest value.
     * @param most    largest value; {@link Integer#MAX_VALUE} stands for no limit.
     * @throws ParameterException if the value is smaller or larger.
     */
    static void check(final CommandLine command, final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(command, option + "=" + value + ": "
                + (most == Integer.MAX_VALUE ? "at least " + least : "from " + least + " to " + most));
        }
    }
}
