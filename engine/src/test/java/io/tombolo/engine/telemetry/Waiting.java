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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.TimeLimit;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;
import java.util.function.Predicate;

/** The waits of a rank of this process, as another process reads them. */
public final class Waiting {
    private final WaitReader reader;

    private Waiting(final WaitReader reader) {
        this.reader = reader;
    }

    /** Reads the waits of a rank. */
    public static Waiting of(final Engine engine) {
        return new Waiting(WaitReader.attach(EngineAccess.node(engine).section(RankFileSection.WAITS)));
    }

    /** Returns the reader. */
    public WaitReader reader() {
        return reader;
    }

    /** Returns the waits that are shown now. */
    public List<WaitReading> all() {
        return reader.readAll();
    }

    /** Waits until a wait is shown that fits. */
    public WaitReading await(final Predicate<WaitReading> fits) {
        while (true) {
            for (final WaitReading wait : all()) {
                if (fits.test(wait)) {
                    return wait;
                }
            }
            TimeLimit.check();
        }
    }

    /** Waits until a wait is shown. */
    public WaitReading await() {
        return await(wait -> true);
    }

    /** Waits until a number of waits are shown. */
    public List<WaitReading> await(final int count) {
        List<WaitReading> waits = all();
        while (waits.size() < count) {
            TimeLimit.check();
            waits = all();
        }
        return waits;
    }
}
