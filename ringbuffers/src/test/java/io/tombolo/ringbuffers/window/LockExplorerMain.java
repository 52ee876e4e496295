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
package io.tombolo.ringbuffers.window;

import java.util.Locale;

/** Explores one case in a JVM whose fault points are armed: {@code SCRIPT BYPASS_LIMIT PREEMPTIONS KILLS}. */
public final class LockExplorerMain {
    private LockExplorerMain() {
    }

    public static void main(final String[] arguments) throws InterruptedException {
        final Case which = Case.valueOf(System.getProperty("case").toUpperCase(Locale.ROOT));
        final long runs = new LockExplorer(which.ranks(), Integer.getInteger("limit"), Integer.getInteger("preemptions"),
            Integer.getInteger("kills"), which).explore();
        System.out.println("runs " + runs);
    }

    /** Scripts of the ranks: three ranks, unless stated otherwise. */
    enum Case implements LockExplorer.Script {
        /** All request the exclusive lock, the first one twice. */
        ALONE {
            @Override
            public void run(final LockExplorer.Rank rank) {
                for (int i = 0; i < (rank.rank == 0 ? 2 : 1); i++) {
                    rank.enter(LockMode.EXCLUSIVE);
                    rank.leave();
                }
            }
        },
        /** Two request the shared lock, twice; one requests the exclusive lock. */
        MIXED {
            @Override
            public void run(final LockExplorer.Rank rank) {
                for (int i = 0; i < (rank.rank == 1 ? 1 : 2); i++) {
                    rank.enter(rank.rank == 1 ? LockMode.EXCLUSIVE : LockMode.SHARED);
                    rank.leave();
                }
            }
        },
        /** One gives up and comes again with the other mode. */
        IMPATIENT {
            @Override
            public void run(final LockExplorer.Rank rank) {
                if (rank.rank == 1 && !rank.tryEnter(LockMode.EXCLUSIVE, 1)) {
                    rank.enter(LockMode.SHARED);
                } else if (rank.rank != 1) {
                    rank.enter(LockMode.EXCLUSIVE);
                }
                rank.leave();
            }
        },
        /** One gives up and comes again with the same mode; it may get its place back before a shared request. */
        PERSISTENT {
            @Override
            public void run(final LockExplorer.Rank rank) {
                if (rank.rank != 1) {
                    rank.enter(rank.rank == 0 ? LockMode.EXCLUSIVE : LockMode.SHARED);
                } else if (!rank.tryEnter(LockMode.EXCLUSIVE, 1)) {
                    rank.enter(LockMode.EXCLUSIVE);
                }
                rank.leave();
            }
        },
        /** The same with a fourth rank in front, so that the abandoned place is not freed at once. */
        CROWD {
            @Override
            public void run(final LockExplorer.Rank rank) {
                if (rank.rank == 3) {
                    rank.enter(LockMode.EXCLUSIVE);
                    rank.leave();
                } else {
                    PERSISTENT.run(rank);
                }
            }
        };

        int ranks() {
            return this == CROWD ? 4 : 3;
        }
    }
}
