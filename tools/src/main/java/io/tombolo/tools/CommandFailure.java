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
package io.tombolo.tools;

/**
 * Ends a command with an exit status and a message of one line, which says why and what to do.
 */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;

    /**
     * Ends the command.
     *
     * @param status  exit status of the command, not {@link ExitStatus#DONE}
     * @param message one line, without the command's name
     */
    public CommandFailure(final ExitStatus status, final String message) {
        super(message);
        this.status = status;
    }

    /**
     * The exit status of the command.
     *
     * @return not {@link ExitStatus#DONE}
     */
    public ExitStatus status() {
        return status;
    }
}
