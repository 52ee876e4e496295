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
/**
 * What a shell and {@code man} know about the commands: completion for bash ({@link io.tombolo.tools.shell.BashCompletion}) and zsh
 * ({@link io.tombolo.tools.shell.ZshCompletion}), and manual pages ({@link io.tombolo.tools.shell.ManPage}). All are made from the
 * specification of the commands that also makes their help.
 */
package io.tombolo.tools.shell;
