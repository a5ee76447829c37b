import Domain

/// Writes a result as a document of schema 1, with one line for the query, one for `meta`, and one per place.
struct ResultJSON: Sendable {
  let place: PlaceWriter

  func bytes(of answer: Answer) -> [UInt8] {
    JSONWriter.document(reserving: 512 + answer.places.count * 512) { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.member("query", appending: answer.query.appendJSON)
      json.breakLine(indent: 1)
      json.member("meta", appending: { Self.appendMeta(of: answer, to: &$0) })
      json.breakLine(indent: 1)
      json.array("places", of: answer.places) { json, found in
        json.breakLine(indent: 2)
        json.element(appending: { place.append(found, to: &$0) })
      }
    }
  }

  static func appendMeta(of answer: Answer, to bytes: inout [UInt8]) {
    let length = answer.query.area.lengthMeters
    let requests = answer.provenance.requests
    let openAt = answer.query.opening.timeText
    MetaJSON.append(answer.collection, requests: requests, along: length, openAt: openAt, to: &bytes)
  }
}

/// Writes the `meta` of schema 1: source, completeness and cost of a result.
///
/// Functions instead of a value that holds the provenance, because the threads of a batch would contend for its
/// reference count.
enum MetaJSON {
  /// Appends the object.
  ///
  /// For a record of a batch, `requests` is `nil` and `cut_short` is written instead.
  static func append(
    _ answer: PlaceCollection,
    requests: Int?,
    along length: Double?,
    openAt: String?,
    to bytes: inout [UInt8]
  ) {
    bytes.append(reserving: 512) { append(answer, requests: requests, along: length, openAt: openAt, to: &$0) }
  }

  /// Appends the object.
  ///
  /// `length` is the length of the query's line in metres; `shape` is the digest of the query's geometry in a record of
  /// a batch; `openAt` is the time at which the places are open.
  static func append(
    _ answer: PlaceCollection,
    requests: Int?,
    along length: Double?,
    shape: String? = nil,
    openAt: String? = nil,
    to room: inout OutputBuffer
  ) {
    room.append(literal: #"{"source":""#)
    room.append(text: answer.provenance.source.name)
    room.append(literal: #"","total_count":"#)
    room.appendJSON(answer.totalCount)
    room.append(literal: #","returned":"#)
    room.append(decimal: answer.places.count)
    room.append(literal: answer.isComplete ? #","complete":true,"nearest":"# : #","complete":false,"nearest":"#)
    switch answer.isNearest {
    case true?: room.append(literal: #"true,"requests":"#)
    case false?: room.append(literal: #"false,"requests":"#)
    case nil: room.append(literal: #"null,"requests":"#)
    }
    room.appendJSON(requests)
    room.append(literal: #","attribution":"#)
    room.appendJSON(string: answer.provenance.attribution)
    if let time = answer.provenance.dataTime {
      room.append(literal: #","data_time":"#)
      room.appendJSON(string: time)
    }
    if !answer.absent.isEmpty {
      room.append(literal: #","absent":["#)
      for position in answer.absent.indices {
        if position > 0 { room.append(UInt8(ascii: ",")) }
        room.appendJSON(string: answer.absent[position].slug)
      }
      room.append(UInt8(ascii: "]"))
    }
    if let length {
      room.append(literal: #","length_m":"#)
      room.append(decimal: Int(length))
    }
    if let shape {
      room.append(literal: #","shape":""#)
      room.append(text: shape)
      room.append(literal: "\"")
    }
    if let openAt {
      room.append(literal: #","open_at":""#)
      room.append(text: openAt)
      room.append(literal: #"","unknown_hours":"#)
      room.append(decimal: answer.unknownHoursCount)
    }
    if let page = answer.page { append(page, to: &room) }
    if requests == nil, let cutShort = answer.earlyEnd?.cutShort {
      room.append(text: #","cut_short":"\#(cutShort)""#)
      if let requests = answer.earlyEnd?.maximumRequests { room.append(text: #","max_requests":\#(requests)"#) }
    }
    room.append(UInt8(ascii: "}"))
  }
  private static func append(_ page: PlaceCollection.Page, to room: inout OutputBuffer) {
    room.append(literal: #","page":"#)
    room.append(decimal: page.request.number)
    room.append(literal: #","size":"#)
    room.append(decimal: page.request.size)
    room.append(literal: page.isLast ? #","is_end":true,"pageable_count":"# : #","is_end":false,"pageable_count":"#)
    room.append(decimal: page.pageableCount)
  }
}
