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

import java.util.Arrays;

/**
 * The ranks of a communicator: their numbers in it and in the world. Immutable.
 */
public final class Group {
    private static final int NOBODY = -1;

    // Both null for the world, whose ranks are their own numbers.
    private final int[] inWorld;
    private final int[] inGroup;
    private final int rank;
    private final int size;

    private Group(final int[] inWorld, final int[] inGroup, final int rank, final int size) {
        this.inWorld = inWorld;
        this.inGroup = inGroup;
        this.rank = rank;
        this.size = size;
    }

    /**
     * The group of all ranks of a job.
     *
     * @param rank this process's number
     * @param size of the world
     * @return a group in which members have their numbers in the world
     */
    public static Group world(final int rank, final int size) {
        return new Group(null, null, rank, size);
    }

    /**
     * A group of some ranks of the world.
     *
     * @param rank      this process's number in the group.
     * @param inWorld   the members' numbers in the world, in the order of the group.
     * @param worldSize ranks of the world.
     * @return the group
     */
    public static Group of(final int rank, final int[] inWorld, final int worldSize) {
        final int[] inGroup = new int[worldSize];
        Arrays.fill(inGroup, NOBODY);
        for (int member = 0; member < inWorld.length; member++) {
            inGroup[inWorld[member]] = member;
        }
        return new Group(inWorld, inGroup, rank, inWorld.length);
    }

    /**
     * Returns this process's number in the group.
     *
     * @return rank from 0
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the number of members.
     *
     * @return count
     */
    public int size() {
        return size;
    }

    /**
     * Translates a number in the world that another rank has sent, unchecked.
     *
     * @return the member's number, or -1 if there is none.
     * @param worldRank any number
     */
    public int member(final int worldRank) {
        final int ranks = inGroup == null ? size : inGroup.length;
        return worldRank < 0 || worldRank >= ranks ? NOBODY : fromWorld(worldRank);
    }

    /**
     * Returns the members' numbers in the world, in the order of the group; a new array.
     *
     * @return the members' numbers in the world
     */
    public int[] inWorld() {
        final int[] ranks = new int[size];
        for (int member = 0; member < size; member++) {
            ranks[member] = toWorld(member);
        }
        return ranks;
    }

    /**
     * Returns whether all ranks of the job are members, under their own numbers.
     *
     * @return true for the world
     */
    public boolean isWorld() {
        return inWorld == null;
    }

    /**
     * Translates a member's number, checked; wildcards and the null rank stay what they are.
     *
     * @param member in the group, or negative
     * @return number in the world
     */
    public int toWorld(final int member) {
        return inWorld == null || member < 0 ? member : inWorld[member];
    }

    /**
     * Translates a member's number in the world; wildcards and the null rank stay what they are.
     *
     * @param worldRank of a member, or negative
     * @return number in the group
     */
    public int fromWorld(final int worldRank) {
        return inGroup == null || worldRank < 0 ? worldRank : inGroup[worldRank];
    }
}
