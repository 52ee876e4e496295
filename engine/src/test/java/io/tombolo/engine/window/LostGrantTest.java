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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.endpoint.EngineAdapter;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last check before a sleep gets a lock, but the call throws nevertheless. */
@Timeout(30)
final class LostGrantTest {
    @Test
    void shouldGiveBackALockThatComesWhenTheCallThrows() throws Exception {
        try (RankJvms job = RankJvms.start(1, Grant.class, List.of("-D" + FaultPoint.ENABLED_PROPERTY + "=true"))) {
            job.awaitSuccess();
        }
    }

    /** The command of another thread throws when the thread that has just got the lock leaves the role of the progress owner. */
    static final class Grant {
        private Grant() {
        }

        public static void main(final String[] arguments) throws Exception {
            for (final LockType type : LockType.values()) {
                try (DirectWindows windows = DirectWindows.create(2, 64, context -> context.waiting(0, 0))) {
                    loseGrant(windows, type);
                }
            }
        }

        private static void loseGrant(final DirectWindows windows, final LockType type) throws Exception {
            final Window held = windows.window(0);
            final Window wanted = windows.window(1);
            final Engine engine = windows.job().engine(1);
            final Thread waiter = Thread.currentThread();
            held.lock(0, LockType.EXCLUSIVE);
            FaultPoint.LOCK_STEP.action(() -> {
                if (Thread.currentThread() == waiter && EngineAccess.node(engine).doorbell().isAsleep()) {
                    FaultPoint.LOCK_STEP.action(null);
                    held.unlock(0);
                    pushBadCommand(((EngineAdapter) engine.adapter()).progress());
                }
            });
            assertThatThrownBy(() -> wanted.lock(0, type)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            held.lock(0, LockType.EXCLUSIVE, 10, TimeUnit.SECONDS);
            held.unlock(0);
            assertThat(wanted.isTainted(0)).isFalse();
            wanted.lock(0, type);
            wanted.unlock(0);
        }

        private static void pushBadCommand(final Progress progress) {
            final Operation operation = new Operation();
            operation.begin(Operation.Kind.SEND);
            operation.destination = Communicator.NULL_RANK;
            operation.key = Envelope.key(0, 1);
            operation.place(null, 0, 0, null);
            final Thread other = new Thread(() -> progress.submit(operation));
            other.start();
            try {
                other.join();
            } catch (final InterruptedException exception) {
                throw new IllegalStateException(exception);
            }
        }
    }
}
