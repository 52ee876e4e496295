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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random collective calls of one rank on some communicators, with messages beside them. All ranks draw the same calls. Each draws alone
 * its kinds of memory, how the calls on different communicators interleave, and how it completes them.
 */
final class CallSequence {
    private static final int MOST_CALLS = 6;

    private final List<Group> groups;
    private final List<CallForm> forms;
    private final long seed;
    private final MemorySpace space;
    private final Random own;
    private final List<Planned> begun = new ArrayList<>();
    private Request[] requests;

    /**
     * A communicator and the calls on it.
     *
     * @param communicator of this rank.
     * @param cases        of all its ranks.
     */
    record Group(Communicator communicator, SharedCases cases) {
    }

    /** A call of a batch. */
    private static final class Planned {
        private final Group group;
        private final int number;
        private final CallForm form;
        private final RankCall call;
        private final Request request = new Request();

        Planned(final Group group, final int number, final CallForm form, final RankCall call) {
            this.group = group;
            this.number = number;
            this.form = form;
            this.call = call;
        }
    }

    /**
     * Makes a sequence.
     *
     * @param groups in the same order at all ranks.
     * @param forms  of the calls.
     * @param seed   the same at all ranks.
     * @param own    draws for this rank alone.
     */
    CallSequence(final List<Group> groups, final List<CallForm> forms, final long seed, final MemorySpace space, final Random own) {
        this.groups = groups;
        this.forms = forms;
        this.seed = seed;
        this.space = space;
        this.own = own;
    }

    /** Makes the calls of so many batches. */
    void run(final int batches) {
        for (int batch = 0; batch < batches; batch++) {
            try {
                run(SharedCases.random(seed, batch), batch);
            } catch (final RuntimeException | Error failure) {
                throw new AssertionError("batch=" + batch + " of rank " +
                    groups.get(0).communicator.rank() + " of " + groups.get(0).communicator.size() + ": " + failure.getMessage(), failure);
            }
        }
    }

    private void run(final Random shared, final int batch) {
        final boolean isOnlyBlocking = forms.equals(List.of(CallForm.BLOCKING));
        final boolean isInOrder = isOnlyBlocking || shared.nextBoolean();
        final int count = isOnlyBlocking ? 1 : 1 + shared.nextInt(MOST_CALLS);
        int rounds = 1;
        space.reset();
        final List<Planned> plan = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final Group group = groups.get(shared.nextInt(groups.size()));
            final CallForm drawn = forms.get(shared.nextInt(forms.size()));
            // A blocking call waits for ranks that may wait for this one on another communicator, unless all have the same order.
            final CallForm form = drawn == CallForm.BLOCKING && !isInOrder ? CallForm.NONBLOCKING : drawn;
            rounds = form == CallForm.PERSISTENT ? 3 : rounds;
            final int number = batch * MOST_CALLS + i;
            final CollectiveCase call = group.cases.at(number, 0).call;
            final Planned planned = new Planned(group, number, form, new RankCall(call, group.communicator.rank(), space, own));
            if (form == CallForm.PERSISTENT) {
                planned.call.prepare(group.communicator, planned.request);
            }
            plan.add(planned);
        }
        for (int round = 0; round < rounds; round++) {
            runRound(plan, isInOrder, round, isOnlyBlocking ? null :
                new RingMessages(groups.get(shared.nextInt(groups.size())).communicator, batch, shared));
        }
    }

    private void runRound(final List<Planned> plan, final boolean isInOrder, final int round, final RingMessages messages) {
        final List<Request> all = new ArrayList<>();
        for (final Planned planned : plan) {
            planned.call.fill(planned.group.cases.at(planned.number, round));
            all.add(planned.request);
        }
        if (messages != null) {
            all.addAll(messages.requests());
        }
        requests = all.toArray(Request[]::new);
        final List<Planned> left = new ArrayList<>(plan);
        while (!left.isEmpty()) {
            begin(left.remove(isInOrder ? 0 : anyFirst(left)), round);
            if (own.nextInt(3) == 0) {
                requests[own.nextInt(requests.length)].test();
                checkComplete(round);
            }
        }
        while (!areIdle()) {
            completeSome();
            checkComplete(round);
        }
        checkComplete(round);
        if (messages != null) {
            messages.check();
        }
    }

    /** Returns the index of a call that is the next on its communicator. */
    private int anyFirst(final List<Planned> left) {
        final Group group = left.get(own.nextInt(left.size())).group;
        int first = 0;
        while (left.get(first).group != group) {
            first++;
        }
        return first;
    }

    private void begin(final Planned planned, final int round) {
        final Communicator communicator = planned.group.communicator;
        switch (planned.form) {
            case BLOCKING -> {
                planned.call.run(communicator);
                finish(planned, round);
            }
            case NONBLOCKING -> planned.call.begin(communicator, planned.request);
            default -> planned.request.start();
        }
        if (planned.form != CallForm.BLOCKING) {
            begun.add(planned);
        }
    }

    private boolean areIdle() {
        for (final Request request : requests) {
            if (request.isActive()) {
                return false;
            }
        }
        return true;
    }

    private void completeSome() {
        final Request any = requests[own.nextInt(requests.length)];
        switch (own.nextInt(12)) {
            case 0, 1 -> any.await();
            case 2, 3 -> Requests.waitAny(requests);
            case 4, 5 -> Requests.waitSome(requests, new int[requests.length]);
            case 6 -> Requests.waitAll(requests);
            case 7 -> Requests.testAll(requests);
            case 8 -> Requests.testAny(requests);
            default -> {
                if (!any.test()) {
                    Thread.yield();
                }
            }
        }
    }

    private void checkComplete(final int round) {
        for (int i = begun.size() - 1; i >= 0; i--) {
            if (!begun.get(i).request.isActive()) {
                finish(begun.remove(i), round);
            }
        }
    }

    private void finish(final Planned planned, final int round) {
        planned.call.check(planned.group.cases.at(planned.number, round));
        planned.call.overwrite();
        planned.group.cases.release(planned.number, round);
    }
}
