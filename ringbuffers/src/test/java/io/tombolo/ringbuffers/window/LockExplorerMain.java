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

    /** What the ranks do: three of them, if nothing else is said. */
    enum Case implements LockExplorer.Script {
        /** All want it alone, the first twice. */
        ALONE {
            @Override
            public void run(final LockExplorer.Rank rank) {
                for (int i = 0; i < (rank.rank == 0 ? 2 : 1); i++) {
                    rank.enter(LockMode.EXCLUSIVE);
                    rank.leave();
                }
            }
        },
        /** Two share it, twice; one wants it alone. */
        MIXED {
            @Override
            public void run(final LockExplorer.Rank rank) {
                for (int i = 0; i < (rank.rank == 1 ? 1 : 2); i++) {
                    rank.enter(rank.rank == 1 ? LockMode.EXCLUSIVE : LockMode.SHARED);
                    rank.leave();
                }
            }
        },
        /** One gives up and comes again, the other way. */
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
        /** One gives up, comes again the same way, and may find its place kept before the one that shares. */
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
        /** As before, with a fourth in front, so that the place that was given up is not freed at once. */
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
