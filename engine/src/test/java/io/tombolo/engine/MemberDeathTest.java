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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.ThreadLevel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes die, and the others learn of it that have nothing to do with them: a rank that sleeps in a receive, and one with an agent.
 * The ranks between, which find the death, make no call at all.
 */
@Timeout(60)
class MemberDeathTest {
    @ParameterizedTest
    @ValueSource(strings = {"asleep", "agent", "awaiting"})
    void shouldTellOfTheDeathOfAnotherProcess(final String task) throws Exception {
        try (RankJvms job = RankJvms.create().add(0, 4, Rank.class, List.of(), task).add(1, 4, Rank.class, List.of(), "away")
            .add(2, 4, Rank.class, List.of(), "away")) {
            job.awaitLine(0, "joined 1.1");
            job.awaitLine(0, "joined 2.1");
            job.kill(2);
            job.awaitLine(0, "failed 2.1");
            job.kill(1);
            job.awaitLine(0, "failed 1.1");
        }
    }

    @Test
    void shouldTellOfTheNextIncarnationOfAProcessThatWasKilled() throws Exception {
        try (RankJvms job = RankJvms.create().add(0, 3, Rank.class, List.of(), "asleep").add(1, 3, Rank.class, List.of(), "away")) {
            job.awaitLine(0, "joined 1.1");
            job.kill(1);
            job.add(1, 3, Rank.class, List.of(), "away");
            job.awaitLine(0, "failed 1.1");
            job.awaitLine(0, "joined 1.2");
            job.kill(2);
            job.awaitLine(0, "failed 1.2");
        }
    }

    @Test
    void shouldJoinByTheNameInTheEnvironment() throws Exception {
        try (RankJvms job = RankJvms.create().addNamed("gateway", 3, Rank.class, "asleep")) {
            job.awaitLine(0, "launched 0.1 gateway");
            job.addNamed("strategy-1", 3, Rank.class, "away").awaitLine(0, "joined 1.1 strategy-1");
            job.addNamed("strategy-2", 3, Rank.class, "away").awaitLine(0, "joined 2.1 strategy-2");
            job.kill(1);
            job.addNamed("strategy-1", 3, Rank.class, "away").awaitLine(0, "failed 1.1 strategy-1");
            job.awaitLine(0, "joined 1.2 strategy-1");
            job.addNamed("gateway", 3, Rank.class, "away");
            assertThat(job.exitStatus(4)).as("of a second rank with the name").isNotZero();
            assertThat(job.output(4)).contains("the name gateway belongs to rank 0 (pid " + job.pid(0) + ")");
            job.addNamed("strategy-3", 3, Rank.class, "away");
            assertThat(job.exitStatus(5)).as("of a rank for which there is no row").isNotZero();
            assertThat(job.output(5)).contains("no row is free for strategy-3");
        }
    }

    /** One rank. Its argument names its task. */
    static final class Rank implements MemberListener {
        private Rank() {
        }

        public static void main(final String[] arguments) throws InterruptedException {
            final boolean isAgent = arguments[0].equals("agent");
            final EngineContext context = new EngineContext().memberListener(new Rank());
            if (isAgent) {
                context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(true);
            }
            try (Engine engine = Engine.launch(context)) {
                print("launched", engine.member());
                switch (arguments[0]) {
                    case "asleep" -> receive(engine);
                    case "awaiting" -> engine.awaitMember(3, 1, TimeUnit.HOURS);
                    default -> new CountDownLatch(1).await();
                }
            }
        }

        /** Waits for a message that never comes. */
        private static void receive(final Engine engine) {
            engine.world().recv(new UnsafeBuffer(new byte[8]), 0, 8, engine.rank(), 1);
        }

        @Override
        public void onJoined(final Member member) {
            print("joined", member);
        }

        @Override
        public void onFailed(final Member member) {
            print("failed", member);
        }

        private static void print(final String what, final Member member) {
            System.out.println(what + " " + member.rank() + "." + member.incarnation() + " " + member.name());
        }
    }
}
