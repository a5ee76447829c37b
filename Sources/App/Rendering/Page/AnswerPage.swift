import Domain

/// Writes an answer as one page for a browser: a map, a list and a table, without anything from outside.
///
/// The places are in the table, where the script reads them. A content security policy names style and script by their
/// hashes and allows nothing else, so that a place's name could not run as a script even if it were escaped wrongly.
struct AnswerPage: Sendable {
  /// Writes the page.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - output: Takes it in chunks.
  /// - Throws: When the output cannot be written.
  func write(_ answer: Answer, to output: inout ChunkedOutput) throws(SinkFailure) {
    let title = QueryText.sentence(of: answer.query.query)
    appendHead(title: title, to: &output.bytes)
    appendScreen(answer, title: title, to: &output.bytes)
    output.bytes.append(
      text: #"""
        <details id="table"><summary><h2>Table of all places</h2></summary>
        <div class="scroll"><table id="places"><caption class="hidden">
        """#
    )
    output.bytes.appendHTML(text: title)
    output.bytes.append(
      text: """
        </caption>
        <thead><tr><th scope="col">No.</th><th scope="col">Name</th><th scope="col">Category</th><th scope="col">Distance</th>\
        <th scope="col">Address</th><th scope="col">Phone</th><th scope="col">Latitude, longitude</th></tr></thead>
        <tbody>

        """
    )
    for position in answer.places.indices {
      append(answer.places[position], number: position + 1, to: &output.bytes)
      try output.flushWhenFull()
    }
    output.bytes.append(text: "</tbody></table></div></details>\n")
    appendData(of: answer, to: &output.bytes)
    output.bytes += "<script>".utf8 + Self.script + "</script>\n</body>\n</html>\n".utf8
  }

  /// The script: reads the places out of the table and draws them on a canvas.
  static var script: ArraySlice<UInt8> { PackageResources.page_js.dropLast() }
  /// The style: light, dark and print, from a phone to a wide screen.
  static var style: ArraySlice<UInt8> { PackageResources.page_css.dropLast() }

  /// The content security policy: the page's own script and style, and nothing else; a test compares the hashes.
  static let policy =
    "default-src 'none'; script-src 'sha256-+Q6Q83hVLBTP9QLHv0JIgSl8h6l3lrxsRVSByUwmeFQ='; "
    + "style-src 'sha256-87qWj6IJ2FxlPsb3BepX9WimtoJgDwo2Y2aO/aulafs='; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  private func appendHead(title: String, to bytes: inout [UInt8]) {
    bytes.append(
      text: """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="placefind \(Version.current)">
        <link rel="icon" href="data:,">
        <title>
        """
    )
    bytes.appendHTML(text: title)
    bytes += "</title>\n<style>".utf8 + Self.style + "</style>\n</head>\n<body>\n".utf8
  }

  private func appendScreen(_ answer: Answer, title: String, to bytes: inout [UInt8]) {
    bytes.append(text: #"<main class="app"><header><h1>"#)
    bytes.appendHTML(text: title)
    bytes.append(text: "</h1><p>")
    bytes.appendHTML(text: Self.facts(of: answer).joined(separator: " · "))
    bytes.append(
      text: #"""
        </p></header>
        <section class="side" aria-labelledby="places-heading">
        <div class="tools"><h2 id="places-heading" class="hidden">Places</h2>
        <input id="search" type="search" aria-label="Filter the places" placeholder="Filter by name, address, phone  ( / )" autocomplete="off" spellcheck="false">
        <div id="chips" class="chips" role="group" aria-label="Categories"></div>
        <p id="status" class="status" role="status"></p></div>
        <div id="list" class="list" tabindex="0" role="listbox" aria-label="Places"><div id="rows" class="rows" role="presentation"></div></div>
        </section>
        <section class="map" aria-labelledby="map-heading"><h2 id="map-heading" class="hidden">Map</h2>
        <canvas id="canvas" tabindex="0" role="application" aria-label="Map of the places. Arrow keys move it, plus and minus zoom, zero shows everything, n and p go to the next and the previous place. The table after the map holds the same places."></canvas>
        <div class="buttons"><button id="zoom-in" type="button" aria-label="Zoom in">+</button><button id="zoom-out" type="button" aria-label="Zoom out">−</button><button id="zoom-all" type="button" aria-label="Show everything">⤢</button></div>
        <div id="card" class="card" aria-live="polite" hidden></div>
        </section></main>
        <noscript><p>The map and the list need JavaScript; the table below does not.</p></noscript>

        """#
    )
  }

  /// Count, completeness, source and attribution.
  private static func facts(of answer: Answer) -> [String] {
    let count =
      answer.isComplete
      ? "\(counted(answer.places.count, "place")), complete"
      : "\(answer.places.count) of \(counted(answer.totalCount, "place")), not complete"
    let source =
      switch answer.provenance.source {
      case .kakao: "source: Kakao Local"
      case .index: "source: an index of open data"
      case .sample: "source: the bundled sample, whose places are made up"
      }
    return [count, source] + [answer.provenance.attribution].compactMap(\.self)
  }

  private func append(_ found: FoundPlace, number: Int, to bytes: inout [UInt8]) {
    let place = found.place
    bytes.append(text: "<tr data-lat=\"")
    bytes.append(decimal: place.coordinate.latitude)
    bytes.append(text: "\" data-lng=\"")
    bytes.append(decimal: place.coordinate.longitude)
    bytes.append(text: "\" data-group=\"")
    bytes.append(text: place.group?.slug ?? "")
    bytes.append(text: "\"><td class=\"number\">\(number)</td><th scope=\"row\" dir=\"auto\"><a target=\"_blank\" ")
    bytes.append(text: "rel=\"noopener noreferrer\" data-page=\"\(place.pageAddress == nil ? "no" : "yes")\" href=\"")
    bytes.appendHTML(text: place.browserAddress)
    bytes.append(text: "\">")
    bytes.appendHTML(text: place.name ?? place.id)
    bytes.append(text: "</a></th>")
    for cell in [
      place.categoryText, found.distance.map(DistanceText.text) ?? "", place.roadAddress ?? place.lotAddress ?? "",
      place.phone ?? "", QueryText.text(of: place.coordinate),
    ] {
      bytes.append(text: "<td>")
      bytes.appendHTML(text: cell)
      bytes.append(text: "</td>")
    }
    bytes.append(text: "</tr>\n")
  }

  /// What the script needs beside the places: the query, the facts and the box around the places, and a hue for each
  /// category, evenly spaced around the circle.
  private func appendData(of answer: Answer, to bytes: inout [UInt8]) {
    let json = JSONWriter.object { json in
      json.member("query", appending: answer.query.append)
      json.member("meta", appending: { AnswerJSON.appendMeta(of: answer, to: &$0) })
      if let box = BoundingBox(enclosing: answer.places) {
        json.array("bounds", [box.west, box.south, box.east, box.north]) { $0.element($1) }
      }
    }
    bytes.append(text: #"<script type="application/json" id="answer">"#)
    bytes.appendHTML(json: json)
    bytes.append(text: "</script>\n<script type=\"application/json\" id=\"hues\">")
    let step = 360 / CategoryGroup.allCases.count
    bytes += JSONWriter.object { json in
      for group in CategoryGroup.allCases {
        // Seven steps, 140 degrees, from one to the next, so that neighbours in the listing differ clearly.
        json.member(group.slug, group.ordinal * 7 % CategoryGroup.allCases.count * step)
      }
    }
    bytes.append(text: "</script>\n")
  }
}

extension [UInt8] {
  /// Appends untrusted text as the content of an element or of an attribute in double quotes.
  ///
  /// Control characters and bidirectional overrides are removed, as for a terminal.
  mutating func appendHTML(text: String) {
    for byte in TerminalText.cleaned(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): append(text: "&amp;")
      case UInt8(ascii: "<"): append(text: "&lt;")
      case UInt8(ascii: ">"): append(text: "&gt;")
      case UInt8(ascii: "\""): append(text: "&quot;")
      case UInt8(ascii: "'"): append(text: "&#39;")
      default: append(byte)
      }
    }
  }

  /// Appends JSON for a script element; `<` is escaped, so that nothing ends the element.
  mutating func appendHTML(json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { append(text: "\\u003c") } else { append(byte) }
    }
  }
}
