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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Where in the application a thread waits, and in which call.
 *
 * @param call of the interface of the engine, or null if its name says nothing.
 * @param text first frame of the application, or empty.
 */
record CallSite(WaitCall call, String text) {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String OWN = "io.tombolo.";
    private static final String WINDOWS = "io.tombolo.engine.window.";
    // The programs of the command line use the engine as applications do.
    private static final String PROGRAMS = "io.tombolo.tools.";

    /** Finds the call site of this thread. Allocates. Returns null if there is no memory for that. */
    static CallSite find() {
        try {
            return WALKER.walk(CallSite::find);
        } catch (final OutOfMemoryError | StackOverflowError none) {
            // The wait goes on without a call site.
            return null;
        }
    }

    private static CallSite find(final Stream<StackWalker.StackFrame> frames) {
        StackWalker.StackFrame own = null;
        for (final Iterator<StackWalker.StackFrame> all = frames.iterator(); all.hasNext();) {
            final StackWalker.StackFrame frame = all.next();
            if (isOfApplication(frame.getClassName())) {
                return new CallSite(call(own), text(frame));
            }
            if (frame.getClassName().startsWith(OWN)) {
                own = frame;
            }
        }
        return new CallSite(call(own), "");
    }

    static boolean isOfApplication(final String name) {
        return name.startsWith(PROGRAMS) || !name.startsWith(OWN) && !name.startsWith("java.") && !name.startsWith("jdk.");
    }

    /** The engine may do in one wait what another call begins, so the name of the method says more than the operation. */
    private static WaitCall call(final StackWalker.StackFrame frame) {
        return frame == null ? null : switch (frame.getMethodName()) {
            case "await" -> WaitCall.WAIT;
            case "waitAll" -> WaitCall.WAIT_ALL;
            case "waitAny" -> WaitCall.WAIT_ANY;
            case "waitSome" -> WaitCall.WAIT_SOME;
            case "barrier" -> WaitCall.BARRIER;
            case "dup" -> WaitCall.DUP;
            case "split" -> WaitCall.SPLIT;
            case "group" -> WaitCall.GROUP;
            case "agree" -> WaitCall.AGREE;
            case "shrink" -> WaitCall.SHRINK;
            case "replace" -> WaitCall.REPLACE;
            case "allocateWindow", "createWindow" -> WaitCall.WINDOW;
            case "close" -> frame.getClassName().startsWith(WINDOWS) ? WaitCall.WINDOW_CLOSE : null;
            case "fence", "post", "start", "complete" -> WaitCall.EPOCH;
            case "lock", "lockAll" -> WaitCall.LOCK;
            case "unlock", "unlockAll" -> WaitCall.UNLOCK;
            case "flush", "flushAll", "flushLocal", "flushLocalAll" -> WaitCall.FLUSH;
            default -> null;
        };
    }

    /** Returns what fits of the frame: class, method, file and line; or without the package; or file and line. */
    static String text(final StackWalker.StackFrame frame) {
        final String place = frame.getFileName() == null ? "" : "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
        final String name = frame.getClassName();
        final String whole = name + "." + frame.getMethodName() + place;
        if (whole.length() <= WaitDescriptor.SITE_CAPACITY) {
            return whole;
        }
        final String brief = name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + place;
        return brief.length() <= WaitDescriptor.SITE_CAPACITY || place.isEmpty() ? brief : place.substring(1, place.length() - 1);
    }
}
