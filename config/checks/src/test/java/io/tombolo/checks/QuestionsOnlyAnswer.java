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
package io.tombolo.checks;

import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * A method named {@code is…} or {@code has…} writes no field. A method that also acts has a verb for its name.
 */
final class QuestionsOnlyAnswer extends ArchCondition<JavaMethod> {
    QuestionsOnlyAnswer() {
        super("write no field");
    }

    @Override
    public void check(final JavaMethod method, final ConditionEvents events) {
        for (final JavaFieldAccess access : method.getFieldAccesses()) {
            if (access.getAccessType() == JavaFieldAccess.AccessType.SET) {
                events.add(SimpleConditionEvent.violated(access, access.getDescription()));
            }
        }
    }
}
