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
package io.tombolo.jmh.stress;

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.CommandStack;
import io.tombolo.engine.progress.OwnerRole;
import io.tombolo.engine.telemetry.HandlerCalls;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests how commands reach the progress owner, and how the role of the owner passes from thread to thread.
 */
public final class CommandStress {
    private static final int DIGIT = 10;
    private static final int EMPTY_FIELD = 9;

    private CommandStress() {
    }

    /** Takes all commands. Returns their tags as the digits of a number, with 9 for a command whose fields are not visible. */
    private static int take(final CommandStack commands) {
        int digits = 0;
        for (Operation operation = commands.takeAll(); operation != null; operation = operation.nextCommand) {
            digits = digits * DIGIT + (operation.tag == 0 ? EMPTY_FIELD : operation.tag);
        }
        return digits;
    }

    private static void push(final CommandStack commands, final int tag) {
        final Operation operation = new Operation();
        operation.tag = tag;
        commands.push(operation);
    }

    /** Commands of a thread arrive whole, once and in order. The CAS of a push and the exchange of a take are partners. */
    @JCStressTest
    @Outcome(id = "0, 12", expect = Expect.ACCEPTABLE, desc = "Taken before both; they are left in order.")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Taken between them.")
    @Outcome(id = "12, 0", expect = Expect.ACCEPTABLE, desc = "Taken after both, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A command was lost, came twice, came empty, or overtook another of its thread.")
    @State
    public static class PushAndTake {
        private final CommandStack commands = new CommandStack();

        /** Pushes two commands. */
        @Actor
        public void pusher() {
            push(commands, 1);
            push(commands, 2);
        }

        /** Takes all commands. */
        @Actor
        public void owner(final II_Result result) {
            result.r1 = take(commands);
        }

        /** Takes the remaining commands. */
        @Arbiter
        public void rest(final II_Result result) {
            result.r2 = take(commands);
        }
    }

    /** Two threads push at once: neither push is lost. */
    @JCStressTest
    @Outcome(id = "0, 12", expect = Expect.ACCEPTABLE, desc = "The first came first.")
    @Outcome(id = "0, 21", expect = Expect.ACCEPTABLE, desc = "The second came first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A push was lost.")
    @State
    public static class TwoPushers {
        private final CommandStack commands = new CommandStack();

        /** Pushes a command. */
        @Actor
        public void first() {
            push(commands, 1);
        }

        /** Pushes another command. */
        @Actor
        public void second() {
            push(commands, 2);
        }

        /** Takes both. */
        @Arbiter
        public void owner(final II_Result result) {
            result.r2 = take(commands);
        }
    }

    /** A command is pushed while the owner leaves: the owner or the pusher starts it. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The pusher found the role held, and the leaving owner looked again.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The pusher took the role; it or the last owner started the command.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The command was left behind, or started twice.")
    @State
    public static class HandOver {
        private final CommandStack commands = new CommandStack();
        private int started;
        private final OwnerRole role = new OwnerRole(
            ThreadLevel.MULTIPLE, commands, this::start, () -> { }, new HandlerCalls(error -> { }));

        /** Begins with the role held. */
        public HandOver() {
            role.tryEnter();
        }

        private void start() {
            // A plain field, ordered by the role: a broken hand-over would lose a count.
            started += take(commands) == 0 ? 0 : 1;
        }

        /** Leaves the role. */
        @Actor
        public void owner() {
            role.exit();
        }

        /** Pushes a command, then tries to become the owner. */
        @Actor
        public void pusher(final II_Result result) {
            push(commands, 1);
            if (role.tryEnter()) {
                result.r1 = 1;
                role.exit();
            }
        }

        /** Counts the started commands. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = started;
        }
    }
}
