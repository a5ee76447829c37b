import Domain

extension PlaceImporter {
  /// Where a reading of JSON stands.
  private enum Place {
    /// Between whole objects: at the start, or in a sequence.
    case sequence
    /// Within an array; when `isCollection` it is the features of an object that goes on behind it.
    case array(isCollection: Bool)
  }

  /// Reads JSON objects: the features of a collection, the elements of an array, or a sequence with or without RS.
  ///
  /// A line of a sequence that is not JSON is skipped and counted; an array that is not JSON ends the import.
  mutating func readJSON(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    var place = Place.sequence
    var number = 0
    while let byte = try nextStart(&window, place) {
      switch (byte, place) {
      case (UInt8(ascii: "["), .sequence):
        window.consume(1)
        place = .array(isCollection: false)
        continue
      case (UInt8(ascii: "]"), .array(let isCollection)):
        window.consume(1)
        if isCollection { try finishCollection(&window) }
        place = .sequence
        continue
      default: break
      }
      number += 1
      if try readObject(&window, place, number: number) {
        place = .array(isCollection: true)
        number -= 1
      }
      if number & 0x3FFF == 0, let progress, !progress(window.offset, builder.placeCount) { throw .cancelled }
    }
    if case .array = place { throw malformed(window, "the input ends within an array") }
  }

  /// Reads one object; tells whether it is a collection whose features come next.
  private mutating func readObject(
    _ window: inout InputWindow,
    _ place: Place,
    number: Int
  ) throws(IndexFileError) -> Bool {
    var isArray = false
    if case .array = place { isArray = true }
    while true {
      var cursor = JSONCursor(bytes: window.view, offset: 0)
      var outcome = FeatureParser.Outcome.row
      do throws(JSONTrouble) {
        try withDraft { (draft, vocabulary) throws(JSONTrouble) in
          outcome = try FeatureParser(vocabulary: vocabulary).parse(&cursor, into: &draft, findsCollection: !isArray)
        }
      } catch {
        if error == .incomplete, !window.isAtEnd {
          try window.refill()
          continue
        }
        guard !isArray else {
          throw malformed(window, error == .incomplete ? "the input ends within a value" : "not JSON", cursor.offset)
        }
        try skipLine(&window, number: number)
        return false
      }
      if outcome == .row { try accept(path: window.path, row: window.view.part(0..<cursor.offset), number: number) }
      window.consume(cursor.offset)
      return outcome == .collection
    }
  }

  /// Goes to the next byte that begins a value; `nil` at the end of the input.
  private mutating func nextStart(_ window: inout InputWindow, _ place: Place) throws(IndexFileError) -> UInt8? {
    var isArray = false
    if case .array = place { isArray = true }
    while true {
      let view = window.view
      var count = 0
      while count < view.count {
        let byte = view.byte(at: count)
        // White space, and RS (0x1E) before each text of a GeoJSON sequence (RFC 8142).
        let isBetween = byte <= 0x20 || isArray && byte == UInt8(ascii: ",")
        guard isBetween else {
          window.consume(count)
          return byte
        }
        count += 1
      }
      window.consume(count)
      guard !window.isAtEnd else { return nil }
      try window.refill()
    }
  }

  /// Passes over what follows the features of a collection, up to its `}`.
  private func finishCollection(_ window: inout InputWindow) throws(IndexFileError) {
    while true {
      var cursor = JSONCursor(bytes: window.view, offset: 0)
      var isFirst = false
      do throws(JSONTrouble) {
        while try cursor.nextKey(isFirst: &isFirst) != nil { try cursor.skip() }
        return window.consume(cursor.offset)
      } catch {
        guard error == .incomplete, !window.isAtEnd else {
          throw malformed(window, "the input ends within a collection", cursor.offset)
        }
        try window.refill()
      }
    }
  }

  private mutating func skipLine(_ window: inout InputWindow, number: Int) throws(IndexFileError) {
    var length = 0
    while true {
      let view = window.view
      while length < view.count, view.byte(at: length) != 0x0A { length += 1 }
      if length < view.count || window.isAtEnd { break }
      try window.refill()
    }
    reject(.malformed, path: window.path, row: window.view.part(0..<length), number: number)
    window.consume(length)
  }

  private func malformed(_ window: borrowing InputWindow, _ detail: String, _ within: Int = 0) -> IndexFileError {
    .malformed(path: window.path, detail: detail, offset: window.offset + within)
  }
}
