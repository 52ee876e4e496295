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
package io.tombolo.tools.report;

import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Reads a page as a strict parser of XML does, without a browser.
 */
public final class PageReading {
    private final Document document;

    /** Parses a page, which must be well-formed. */
    public PageReading(final String page) {
        try {
            document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(page)));
        } catch (final ParserConfigurationException | SAXException | IOException malformed) {
            throw new AssertionError(malformed.getMessage(), malformed);
        }
    }

    /** The elements that an XPath selects. */
    public List<Element> elements(final String path) {
        try {
            final NodeList nodes = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            final List<Element> elements = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                elements.add((Element) nodes.item(i));
            }
            return elements;
        } catch (final XPathExpressionException wrong) {
            throw new AssertionError(path, wrong);
        }
    }

    /** The texts of the elements that an XPath selects. */
    public List<String> texts(final String path) {
        return elements(path).stream().map(Element::getTextContent).toList();
    }

    /** The rows of a table without its head. Of a number, this has the exact value. */
    public List<List<String>> table(final String id) {
        return elements("//table[@id='" + id + "']/tbody/tr").stream().map(PageReading::cells).toList();
    }

    private static List<String> cells(final Element row) {
        final List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.getChildNodes().getLength(); i++) {
            if (row.getChildNodes().item(i) instanceof Element cell) {
                final NodeList data = cell.getElementsByTagName("data");
                cells.add(data.getLength() == 0 ? cell.getTextContent() : ((Element) data.item(0)).getAttribute("value"));
            }
        }
        return cells;
    }

    /** The JSON of the page. */
    public Object json() {
        return StrictJson.parse(texts("//script[@id='report']").get(0));
    }

    /** A value of the JSON, by its path. */
    public Object json(final String path) {
        return StrictJson.at(json(), path);
    }
}
