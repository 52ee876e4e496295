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
package io.tombolo.jmh;

import io.tombolo.jmh.match.MatchLoad;
import io.tombolo.jmh.match.MatchSide;
import io.tombolo.jmh.match.Target;
import io.tombolo.jmh.match.Wildcards;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A match in a list of some depth: a search that finds, a removal, a search of the other list that finds nothing, and an add.
 * {@code bench match} measures the ratio of several depths in one run.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class TagMatchBenchmark {
    /** Entries of the list. */
    @Param({"1", "10", "100", "1000", "10000", "100000", "1000000"})
    public int depth;

    /** The deep list. */
    @Param({"POSTED", "UNEXPECTED"})
    public MatchSide side;

    /** How many receives take any source. */
    @Param({"NONE", "TENTH", "ALL"})
    public Wildcards wildcards;

    /** The entry that matches. */
    @Param("LAST")
    public Target target;

    private MatchLoad load;

    /** Fills the list. */
    @Setup
    public void open() {
        load = new MatchLoad(depth, side, wildcards, target);
    }

    /** One match. */
    @Benchmark
    public long match() {
        return load.step();
    }
}
