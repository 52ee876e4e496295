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
package io.tombolo.engine.pt2pt;

import java.util.concurrent.TimeUnit;

/**
 * The loans that an application did not give back before it closed its engine. One line names each, its other rank, and its age.
 */
public final class LoanReport {
    private static final int MOST_NAMED = 8;

    private final StringBuilder text = new StringBuilder();
    private int count;

    /**
     * Creates a report without loans.
     */
    public LoanReport() {
    }

    void add(final String loan, final long lentAtNs) {
        if (++count <= MOST_NAMED) {
            text.append(count == 1 ? "" : ", ").append(loan).append(" held for ")
                .append(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lentAtNs)).append(" ms");
        }
    }

    /**
     * Returns how many loans were not given back.
     *
     * @return number of loans.
     */
    public int count() {
        return count;
    }

    @Override
    public String toString() {
        return count <= MOST_NAMED ? text.toString() : text + " and " + (count - MOST_NAMED) + " more";
    }
}
