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
package io.tombolo.ringbuffers.transition;

/**
 * One row of a {@link TransitionTable}.
 *
 * @param from        state before the event.
 * @param event       that happens.
 * @param to          state after the event.
 * @param requirement number of the rule in the specification that the row fulfils, such as S3.4.
 * @param <S>         states.
 * @param <E>         events.
 */
public record Transition<S extends Enum<S>, E extends Enum<E>>(S from, E event, S to, String requirement) {
}
