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
package io.tombolo.tools.why;

/**
 * One rank of a {@link Finding}, and what it waits for.
 *
 * @param rank number of the rank
 * @param text a sentence without a full stop, such as {@code rank 1 waits 12.3 s for a message from rank 0 with tag 7}
 * @param site where the application made the call, such as {@code com.acme.Settlement.book(Settlement.java:41)}; empty if it is not
 *             known
 */
public record Detail(int rank, String text, String site) {
    /**
     * Returns the file and the line of the call.
     *
     * @return such as {@code Settlement.java:41}; empty if it is not known
     */
    public String place() {
        return site.endsWith(")") ? site.substring(site.lastIndexOf('(') + 1, site.length() - 1) : site;
    }
}
