import Domain

/// Writes an answer as one document of schema 1, with a line each for the query, the facts about the answer, and each place.
struct AnswerJSON: Sendable {
  /// Writes the places.
  let place: PlaceJSON

  /// The document, with its line feed.
  func bytes(of answer: Answer) -> [UInt8] {
    JSONWriter.document(reserving: 512 + answer.places.count * 512) { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.member("query", appending: answer.query.append)
      json.breakLine(indent: 1)
      json.member("meta", appending: { Self.appendMeta(of: answer, to: &$0) })
      json.breakLine(indent: 1)
      json.array("places", answer.places) { json, found in
        json.breakLine(indent: 2)
        json.element(appending: { place.append(found, to: &$0) })
      }
    }
  }

  /// Appends the `meta` of an answer.
  static func appendMeta(of answer: Answer, to bytes: inout [UInt8]) {
    let provenance = answer.provenance
    bytes.append(addingCapacity: MetaJSON.maximumByteCount(attribution: provenance.attribution)) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        guard var cursor = unsafe ByteCursor(memory) else { return }
        unsafe MetaJSON.put(
          provenance,
          totalCount: answer.totalCount,
          returned: answer.places.count,
          isComplete: answer.isComplete,
          requests: provenance.requests,
          page: answer.page,
          to: &cursor
        )
        count = unsafe cursor.count
      }
    }
  }
}

/// Writes the `meta` of schema 1: where an answer came from, how much of it there is, and what it cost.
///
/// A function rather than a value with the provenance, because threads of a batch would contend for its reference count.
enum MetaJSON {
  /// The maximum byte count of the object.
  static func maximumByteCount(attribution: String?) -> Int {
    256 + 7 * DecimalWidth.maximumByteCount + (attribution?.utf8.count ?? 0) * 6
  }

  /// Writes the object.
  @inline(__always)
  static func put(
    _ provenance: Provenance?,
    totalCount: Int,
    returned: Int,
    isComplete: Bool,
    requests: Int?,
    page: Answer.Page? = nil,
    earlyEnd: PlaceCollection.EarlyEnd? = nil,
    to cursor: inout ByteCursor
  ) {
    unsafe cursor.put(#"{"source":""#)
    for byte in (provenance?.source.name ?? "").utf8 { unsafe cursor.put(byte) }
    unsafe cursor.put(#"","total_count":"#)
    unsafe cursor.put(decimal: totalCount)
    unsafe cursor.put(#","returned":"#)
    unsafe cursor.put(decimal: returned)
    if isComplete {
      unsafe cursor.put(#","complete":true,"requests":"#)
    } else {
      unsafe cursor.put(#","complete":false,"requests":"#)
    }
    if let requests { unsafe cursor.put(decimal: requests) } else { unsafe cursor.put("null") }
    unsafe cursor.put(#","attribution":"#)
    if let attribution = provenance?.attribution {
      let text = [UInt8](attribution.utf8)
      unsafe cursor.put(UInt8(ascii: "\""))
      unsafe cursor.putEscaped(text)
      unsafe cursor.put(UInt8(ascii: "\""))
    } else {
      unsafe cursor.put("null")
    }
    if let page { unsafe put(page, to: &cursor) }
    switch earlyEnd {
    case .timeUp: unsafe cursor.put(#","cut_short":"timeout""#)
    case .budgetSpent: unsafe cursor.put(#","cut_short":"budget""#)
    case .maximumSent(let requests):
      unsafe cursor.put(#","cut_short":"max_requests","max_requests":"#)
      unsafe cursor.put(decimal: requests)
    case .stopped, nil: break
    }
    unsafe cursor.put(UInt8(ascii: "}"))
  }

  private static func put(_ page: Answer.Page, to cursor: inout ByteCursor) {
    unsafe cursor.put(#","page":"#)
    unsafe cursor.put(decimal: page.request.number)
    unsafe cursor.put(#","size":"#)
    unsafe cursor.put(decimal: page.request.size)
    if page.isLast {
      unsafe cursor.put(#","is_end":true,"pageable_count":"#)
    } else {
      unsafe cursor.put(#","is_end":false,"pageable_count":"#)
    }
    unsafe cursor.put(decimal: page.pageableCount)
  }
}
