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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import java.util.Arrays;

/**
 * Heat spreads over a plate whose upper edge is hot. The plate is divided into strips, one for each rank. Above and below its strip each
 * rank keeps a copy of the neighbour's border row, its halo. In every step the ranks first exchange border rows, then compute their
 * strips. At the end rank 0 compares the whole plate with a serial computation.
 */
public final class HaloExchange {
    private static final int COLUMNS = 128;
    private static final int ROWS = 32;
    private static final int STEPS = 200;

    /** Tag of a row that moves to the rank above. */
    private static final int UP = 1;
    /** Tag of a row that moves to the rank below. */
    private static final int DOWN = 2;

    private HaloExchange() {
    }

    /**
     * Runs one rank.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            final Communicator world = engine.world();
            // A message to or from NULL_RANK does nothing, so the first and the last rank need no special case.
            final int above = world.rank() == 0 ? Communicator.NULL_RANK : world.rank() - 1;
            final int below = world.rank() == world.size() - 1 ? Communicator.NULL_RANK : world.rank() + 1;
            final Request[] requests = {new Request(), new Request(), new Request(), new Request()};
            double[] strip = plate(ROWS, world.rank() == 0);
            for (int step = 0; step < STEPS; step++) {
                // The arguments are the array, the index of the first element, and the number of elements.
                world.irecv(strip, 0, COLUMNS, above, DOWN, requests[0]);
                world.irecv(strip, (ROWS + 1) * COLUMNS, COLUMNS, below, UP, requests[1]);
                world.isend(strip, COLUMNS, COLUMNS, above, UP, requests[2]);
                world.isend(strip, ROWS * COLUMNS, COLUMNS, below, DOWN, requests[3]);
                Requests.waitAll(requests);
                strip = relax(strip, ROWS);
            }
            if (world.rank() == 0) {
                compare(world, strip);
                return;
            }
            world.send(strip, COLUMNS, ROWS * COLUMNS, 0, world.rank());
        }
    }

    /** Makes a grid of cold rows with one more row above and below. The row above is hot if it is the edge of the plate. */
    private static double[] plate(final int rows, final boolean isHot) {
        final double[] plate = new double[(rows + 2) * COLUMNS];
        Arrays.fill(plate, 0, isHot ? COLUMNS : 0, 100);
        return plate;
    }

    /** Computes one step: each inner cell becomes the mean of its four neighbours. */
    private static double[] relax(final double[] old, final int rows) {
        final double[] fresh = old.clone();
        for (int row = 1; row <= rows; row++) {
            for (int i = row * COLUMNS + 1; i < (row + 1) * COLUMNS - 1; i++) {
                fresh[i] = (old[i - COLUMNS] + old[i + COLUMNS] + old[i - 1] + old[i + 1]) / 4;
            }
        }
        return fresh;
    }

    private static void compare(final Communicator world, final double[] first) {
        final int rows = world.size() * ROWS;
        final double[] whole = plate(rows, true);
        System.arraycopy(first, COLUMNS, whole, COLUMNS, ROWS * COLUMNS);
        for (int rank = 1; rank < world.size(); rank++) {
            world.recv(whole, (rank * ROWS + 1) * COLUMNS, ROWS * COLUMNS, rank, rank, null);
        }
        double[] serial = plate(rows, true);
        for (int step = 0; step < STEPS; step++) {
            serial = relax(serial, rows);
        }
        if (!Arrays.equals(whole, serial)) {
            throw new IllegalStateException("the strips differ from the serial grid at cell " + Arrays.mismatch(whole, serial));
        }
        System.out.println(rows + " x " + COLUMNS + " cells, " + STEPS + " steps: every cell equals that of the serial computation");
    }
}
