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
package io.tombolo.engine;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The longest time of each kind of call. A call during which another process was stopped counts apart, because
 * it may wait for that process. A call during which this process was stopped does not count.
 */
final class CallTimes {
    private static final long REPORT_NS = TimeUnit.SECONDS.toNanos(1);

    private final ServiceBoard board;
    private final int self;
    private final Map<String, Long> longest = new TreeMap<>();
    private long reportedNs = System.nanoTime();

    CallTimes(final ServiceBoard board, final int self) {
        this.self = self;
        this.board = board;
    }

    void run(final String kind, final Runnable call) {
        call(kind, () -> {
            call.run();
            return true;
        });
    }

    boolean call(final String kind, final BooleanSupplier call) {
        final long stops = board.stops();
        final long start = System.nanoTime();
        try {
            return call.getAsBoolean();
        } finally {
            final long ns = System.nanoTime() - start;
            final boolean isDuringStop = (stops & 1) == 1 || board.stops() != stops;
            if (!isDuringStop || board.stopped() != self) {
                longest.merge(isDuringStop ? kind + " during a stop" : kind, ns, Math::max);
            }
        }
    }

    void reportSometimes() {
        if (System.nanoTime() - reportedNs > REPORT_NS) {
            report();
        }
    }

    void report() {
        reportedNs = System.nanoTime();
        longest.forEach((kind, ns) -> TestOutput.say("time call: " + kind + " " + ns / 1000));
        longest.clear();
    }
}
