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

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What one process of {@link ServicesSoakTest} has received. A sender numbers its messages to a service from 0, in epochs: a new epoch
 * begins when it is told that the receiver has ended. So a receiver must get one epoch only from each process, from number 0 on, without
 * gaps and none twice. The few messages that a dead process had begun to send and not completed may be missing.
 */
final class ServiceLedger {
    private final int self;
    private final ServiceBoard board;
    private final Consumer<String> violations;
    // By service: the processes of it that were heard and are not concluded, by serial number.
    private final List<TreeMap<Integer, Account>> open = new ArrayList<>();
    private final int[] concluded = new int[ServiceBoard.SERVICES];
    private long received;

    ServiceLedger(final int self, final ServiceBoard board, final Consumer<String> violations) {
        this.self = self;
        this.board = board;
        this.violations = violations;
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            open.add(new TreeMap<>());
        }
    }

    /** Messages from one process. */
    private static final class Account {
        private final int epoch;
        private final BitSet numbers = new BitSet();
        // When a process after this one was first found to have been heard; 0 before.
        private long replacedNs;

        Account(final int epoch) {
            this.epoch = epoch;
        }
    }

    /** Returns the latest process of a service that was heard; 0 if none was. */
    int heard(final int service) {
        return open.get(service).isEmpty() ? concluded[service] : open.get(service).lastKey();
    }

    long received() {
        return received;
    }

    void receive(final int service, final int serial, final int epoch, final int number) {
        received++;
        if (serial <= concluded[service]) {
            violations.accept("late: number " + number + " from " + service + "." + serial);
            return;
        }
        final Account account = open.get(service).computeIfAbsent(serial, none -> new Account(epoch));
        if (account.epoch != epoch) {
            violations.accept("another epoch: number " + number + " of epoch " + epoch + " after epoch " + account.epoch + " from " +
                service + "." + serial);
        } else if (account.numbers.get(number)) {
            violations.accept("doubled: number " + number + " from " + service + "." + serial);
        } else {
            account.numbers.set(number);
        }
    }

    /** Concludes the processes that have a successor, a second after it was heard. All that they had sent has been received by then. */
    void concludeReplaced() {
        concludeReplaced(TimeUnit.SECONDS.toNanos(1));
    }

    private void concludeReplaced(final long afterNs) {
        final long now = System.nanoTime();
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            final TreeMap<Integer, Account> accounts = open.get(service);
            for (boolean goesOn = accounts.size() > 1; goesOn;) {
                final int serial = accounts.firstKey();
                final Account account = accounts.get(serial);
                account.replacedNs = account.replacedNs == 0 ? now : account.replacedNs;
                goesOn = now - account.replacedNs >= afterNs;
                if (goesOn) {
                    check(service, serial, account, board.sentCount(service, serial, self), ServiceLink.WINDOW);
                    accounts.remove(serial);
                    concluded[service] = serial;
                    goesOn = accounts.size() > 1;
                }
            }
        }
    }

    /** Checks also the processes that live, at a time when nothing is under way. */
    void checkAll() {
        concludeReplaced(0);
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            final int from = service;
            open.get(service).forEach((serial, account) -> check(from, serial, account, account.numbers.length(), 0));
        }
    }

    private void check(final int service, final int serial, final Account account, final int completed, final int incomplete) {
        if (board.sentEpoch(service, serial, self) != account.epoch) {
            violations.accept("another epoch: " + service + "." + serial + " was told of an end, and got epoch " +
                board.sentEpoch(service, serial, self) + " after epoch " + account.epoch);
            return;
        }
        final int lost = completed - account.numbers.get(0, completed).cardinality();
        final int gaps = account.numbers.length() - account.numbers.cardinality();
        if (lost > 0 || gaps > incomplete) {
            violations.accept("lost: " + lost + " of " + completed + " completed, " + gaps + " gaps below " + account.numbers.length() +
                ", first at " + account.numbers.nextClearBit(0) + ", from " + service + "." + serial);
        }
    }
}
