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
package io.tombolo.tools.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses JSON for tests, exactly by RFC 8259: into maps, lists, strings, {@code Long}, {@code Double}, booleans and null.
 */
public final class StrictJson {
    private final String text;
    private int at;

    private StrictJson(final String text) {
        this.text = text;
    }

    /** Parses a whole document. */
    public static Object parse(final String text) {
        final StrictJson json = new StrictJson(text);
        final Object value = json.value();
        json.space();
        json.check(json.at == text.length(), "something follows");
        return value;
    }

    /** The value at a path such as {@code ranks.0.state}. */
    public static Object at(final Object root, final String path) {
        Object value = root;
        for (final String step : path.split("\\.")) {
            value = value instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    private Object value() {
        space();
        check(at < text.length(), "ends early");
        final char first = text.charAt(at);
        if (first == '{') {
            return object();
        }
        if (first == '[') {
            return array();
        }
        if (first == '"') {
            return string();
        }
        for (final String word : List.of("true", "false", "null")) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return word.equals("null") ? null : (Object) Boolean.valueOf(word);
            }
        }
        return number();
    }

    private Map<String, Object> object() {
        final Map<String, Object> members = new LinkedHashMap<>();
        at++;
        space();
        while (!take('}')) {
            check(members.isEmpty() || take(','), "no comma");
            space();
            final String name = string();
            space();
            check(take(':'), "no colon");
            check(!members.containsKey(name), "twice: " + name);
            members.put(name, value());
            space();
        }
        return members;
    }

    private List<Object> array() {
        final List<Object> elements = new ArrayList<>();
        at++;
        space();
        while (!take(']')) {
            check(elements.isEmpty() || take(','), "no comma");
            elements.add(value());
            space();
        }
        return elements;
    }

    private String string() {
        check(take('"'), "no string");
        final StringBuilder value = new StringBuilder();
        while (!take('"')) {
            check(at < text.length() && text.charAt(at) >= ' ', "a control character in a string");
            final char each = text.charAt(at++);
            if (each != '\\') {
                value.append(each);
                continue;
            }
            final char escaped = text.charAt(at++);
            final int index = "\"\\/bfnrt".indexOf(escaped);
            if (escaped == 'u') {
                check(text.substring(at, at + 4).matches("[0-9a-fA-F]{4}"), "no hex digits");
                value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else {
                check(index >= 0, "no such escape");
                value.append("\"\\/\b\f\n\r\t".charAt(index));
            }
        }
        return value.toString();
    }

    private Object number() {
        final int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        final String number = text.substring(start, at);
        check(number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?"), "no value: " + number);
        return number.matches("-?\\d+") ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
    }

    private boolean take(final char expected) {
        final boolean isThere = at < text.length() && text.charAt(at) == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void space() {
        while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void check(final boolean holds, final String what) {
        if (!holds) {
            throw new IllegalArgumentException(
                what + " at " + at + ": " + text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 10)));
        }
    }
}
