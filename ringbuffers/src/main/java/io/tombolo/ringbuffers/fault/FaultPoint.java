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
package io.tombolo.ringbuffers.fault;

import io.tombolo.ringbuffers.setting.Settings;

/**
 * Points in the message path at which a test may stop a thread or end the process. The system property
 * {@value #ENABLED_PROPERTY}{@code =true} at the start of the JVM arms them; otherwise {@link #hit()} is a constant false branch that the
 * JIT compiler removes.
 * <p>
 * A second property, {@value #HALT_PROPERTY}{@code =NAME[:COUNT]}, ends the JVM without any clean-up at the COUNT-th hit of that point, by
 * default the first: like {@code kill -9}, but at an exact instruction.
 */
public enum FaultPoint {
    /** A ring slot is filled, and its stamp is not yet stored. */
    RING_CLAIMED,
    /** A packet has its payload, and the record that names it is not yet in the ring. */
    PACKET_FILLED,
    /** A send has found no packet or no room, and does not yet wait. */
    SEND_CHECKED,
    /** A command of {@code ThreadLevel.MULTIPLE} is filled and not yet visible to the progress owner. */
    COMMAND_FILLED,
    /** A command is visible to the progress owner and its thread has not yet tried to become the owner. */
    COMMAND_PUSHED,
    /** A thread of {@code ThreadLevel.MULTIPLE} has become the progress owner and has done nothing yet. */
    OWNER_ENTERED,
    /** An envelope of a long message has been published. */
    RTS_SENT,
    /** A part of a long message has been copied by the receiver, and there is more. */
    MID_GET,
    /** The next access to the lock of a window. */
    LOCK_STEP,
    /** The next step of a collective call of a group: one of its messages, or its decision. */
    COLLECTIVE_STEP,
    /** A collective call has found a member that has not read enough, and looks at it once more. */
    COLLECTIVE_BEHIND;

    /** System property that arms the fault points. */
    public static final String ENABLED_PROPERTY = "tombolo.faults";

    /** System property that names the point at which the JVM halts. */
    public static final String HALT_PROPERTY = "tombolo.fault.halt";

    private static final boolean ENABLED = Settings.isOn(ENABLED_PROPERTY, "true", "false", false);
    private static final int HALT_STATUS = 137;

    static {
        if (ENABLED) {
            haltAt(Settings.text(HALT_PROPERTY));
        }
    }

    private volatile Runnable action;

    /**
     * Runs the action that a test has set, if any. Called on the message path.
     */
    public void hit() {
        if (ENABLED) {
            final Runnable current = action;
            if (current != null) {
                current.run();
            }
        }
    }

    /**
     * Sets what {@link #hit()} does in this JVM.
     *
     * @param action to run, or null for none.
     * @throws IllegalStateException if fault points are not armed.
     */
    public void action(final Runnable action) {
        if (!ENABLED) {
            throw new IllegalStateException("fault points are off: start the JVM with -D" + ENABLED_PROPERTY + "=true");
        }
        this.action = action;
    }

    private static void haltAt(final String setting) {
        if (setting != null) {
            final int colon = setting.indexOf(':');
            final FaultPoint point = valueOf(colon < 0 ? setting : setting.substring(0, colon));
            final long[] left = {colon < 0 ? 1 : Long.parseLong(setting.substring(colon + 1))};
            point.action = () -> {
                if (--left[0] == 0) {
                    Runtime.getRuntime().halt(HALT_STATUS);
                }
            };
        }
    }
}
