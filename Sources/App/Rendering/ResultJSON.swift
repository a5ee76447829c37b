import Domain
import Tables

/// Writes a result as a document of schema 1, with one line for the query, one for `meta`, and one per place.
struct ResultJSON: Sendable {
  let place: PlaceWriter

  func bytes(of result: PlaceResult) -> [UInt8] {
    JSONWriter.document(reserving: 512 + result.places.count * 512) { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.member("query", appending: result.query.appendJSON)
      json.breakLine(indent: 1)
      json.member("meta", appending: { Self.appendMeta(of: result, to: &$0) })
      json.breakLine(indent: 1)
      json.array("places", of: result.places) { json, found in
        json.breakLine(indent: 2)
        json.element(appending: { place.append(found, to: &$0) })
      }
    }
  }

  static func appendMeta(of result: PlaceResult, to bytes: inout [UInt8]) {
    let requests = result.provenance.requests
    bytes.append(reserving: 512) { MetaJSON.append(result.collection, for: result.query, requests: requests, to: &$0) }
  }
}

/// Writes the `meta` of schema 1: source, completeness and cost of a result.
///
/// Functions instead of a value that holds the provenance, because the threads of a batch would contend for its
/// reference count.
enum MetaJSON {
  /// Appends the object.
  ///
  /// For a record of a batch, `requests` is `nil` and `shape` is the digest of the query's geometry.
  static func append(
    _ result: PlaceCollection,
    for query: PlaceQuery,
    requests: Int?,
    shape: String? = nil,
    to buffer: inout OutputBuffer
  ) {
    buffer.append(literal: #"{"source":""#)
    buffer.append(text: result.provenance.source.name)
    buffer.append(literal: #"","total_count":"#)
    buffer.appendJSON(result.totalCount)
    buffer.append(literal: #","returned":"#)
    buffer.append(decimal: result.places.count)
    buffer.append(literal: result.isComplete ? #","complete":true,"nearest":"# : #","complete":false,"nearest":"#)
    switch result.isNearest {
    case true?: buffer.append(literal: #"true,"requests":"#)
    case false?: buffer.append(literal: #"false,"requests":"#)
    case nil: buffer.append(literal: #"null,"requests":"#)
    }
    buffer.appendJSON(requests)
    buffer.append(literal: #","attribution":"#)
    buffer.appendJSON(string: result.provenance.attribution)
    if let time = result.provenance.dataTime {
      buffer.append(literal: #","data_time":"#)
      buffer.appendJSON(string: time)
    }
    if !result.absent.isEmpty {
      buffer.append(literal: #","absent":["#)
      for index in result.absent.indices {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        buffer.appendJSON(string: result.absent[index].slug)
      }
      buffer.append(UInt8(ascii: "]"))
    }
    if let length = query.area.corridor?.line.meters {
      buffer.append(literal: #","length_m":"#)
      buffer.append(decimal: Int(length))
    }
    if let shape {
      buffer.append(literal: #","shape":""#)
      buffer.append(text: shape)
      buffer.append(literal: "\"")
    }
    for (key, value) in QueryProperty.meta(of: result, for: query) {
      buffer.append(text: ",\"\(key)\":\(String(decoding: value.line, as: UTF8.self))")
    }
    if let page = result.page { append(page, to: &buffer) }
    if let cutShort = result.earlyEnd?.cutShort {
      buffer.append(text: #","cut_short":"\#(cutShort)""#)
      if let requests = result.earlyEnd?.maximumRequests { buffer.append(text: #","max_requests":\#(requests)"#) }
    }
    buffer.append(UInt8(ascii: "}"))
  }
  private static func append(_ page: PlaceCollection.Page, to buffer: inout OutputBuffer) {
    buffer.append(literal: #","page":"#)
    buffer.append(decimal: page.request.number)
    buffer.append(literal: #","size":"#)
    buffer.append(decimal: page.request.size)
    buffer.append(literal: page.isLast ? #","is_end":true,"pageable_count":"# : #","is_end":false,"pageable_count":"#)
    buffer.append(decimal: page.pageableCount)
  }
}
