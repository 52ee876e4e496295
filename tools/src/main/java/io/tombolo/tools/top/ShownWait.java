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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitReading;

/**
 * A wait that a rank shows in its file.
 *
 * @param activity what the rank does while it waits
 * @param ageNs    how long it has waited, nanoseconds
 * @param peer     rank that it waits for; negative if it is none in particular
 * @param text     what it waits for, for people
 */
public record ShownWait(Activity activity, long ageNs, int peer, String text) {
    /**
     * Describes a wait by its first entry.
     *
     * @param wait  as the rank shows it
     * @param nowNs {@link System#nanoTime()}, which all processes of a machine share
     */
    static ShownWait of(final WaitReading wait, final long nowNs) {
        final long age = Math.max(0, nowNs - wait.startNs());
        if (wait.entries().isEmpty()) {
            return new ShownWait(Activity.WAITING, age, WaitKind.NO_RANK, wait.call().text() + site(wait));
        }
        final WaitEntry entry = wait.entries().get(0);
        final String more = wait.count() > 1 ? " and " + (wait.count() - 1) + " more" : "";
        return new ShownWait(activity(entry.kind()), age, entry.rank(), wait.call().text() + detail(entry) + more + site(wait));
    }

    private static Activity activity(final WaitKind kind) {
        return switch (kind) {
            case RECEIVE, PROBE, FEED_MESSAGE, QUEUE -> Activity.RECEIVING;
            case SEND, ROOM, CLAIM, FEED_ROOM -> Activity.SENDING;
            case COLLECTIVE, AGREEMENT -> Activity.COLLECTIVE;
            case LOCK, RMA -> Activity.LOCK;
            case MEMBER, OTHER -> Activity.WAITING;
        };
    }

    private static String detail(final WaitEntry entry) {
        final String rank = entry.rank() >= 0 ? Integer.toString(entry.rank()) : entry.rank() == WaitKind.ANY_RANK ? "any rank" : "";
        final String tag = entry.tag() >= 0 ? " tag " + entry.tag() : "";
        return switch (entry.kind()) {
            case RECEIVE, PROBE -> " from " + rank + tag;
            case SEND -> rank.isEmpty() ? ", sends: " + entry.number() : " to " + rank + tag + ", " + entry.length() + " bytes";
            case ROOM, CLAIM -> (rank.isEmpty() ? "" : " to " + rank) + tag + ", no room";
            case COLLECTIVE, AGREEMENT -> rank.isEmpty() ? "" : ", awaits " + rank;
            case LOCK, RMA -> " window " + entry.number() + (rank.isEmpty() ? "" : " of " + rank);
            case FEED_ROOM, FEED_MESSAGE, QUEUE, MEMBER, OTHER -> rank.isEmpty() ? "" : " of " + rank;
        };
    }

    /** File and line of the call. */
    private static String site(final WaitReading wait) {
        final String site = wait.callSite();
        final int open = site.indexOf('(');
        final String place = open >= 0 && site.endsWith(")") ? site.substring(open + 1, site.length() - 1) : site;
        return place.isEmpty() ? "" : " at " + place;
    }

    /** Whether it waits to send to a rank. */
    boolean isSendTo(final int rank) {
        return activity == Activity.SENDING && peer == rank;
    }

    /** Whether it waits to receive from a rank and no other. */
    boolean isReceiveFrom(final int rank) {
        return activity == Activity.RECEIVING && peer == rank;
    }

    /** The older of two waits, each of which may be null. */
    static ShownWait older(final ShownWait one, final ShownWait other) {
        return one == null || other != null && other.ageNs > one.ageNs ? other : one;
    }
}
