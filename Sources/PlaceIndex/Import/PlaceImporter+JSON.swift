import Domain

extension PlaceImporter {
  /// Where a reading of JSON stands.
  private enum Place {
    /// Between whole objects: at the start, or in a sequence.
    case sequence
    /// Within an array; when `isCollection` it is the features of an object that goes on behind it.
    case array(isCollection: Bool)

    var isArray: Bool {
      if case .array = self { true } else { false }
    }
  }

  /// Rows that are read one by one before they are taken over.
  private static var rowsAtATime: Int { 4096 }

  /// Reads JSON objects: the features of a collection, the elements of an array, or a sequence with or without RS.
  ///
  /// A line of a sequence that is not JSON is skipped and counted; an array that is not JSON ends the import.
  mutating func readJSON(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    var place = Place.sequence
    while true {
      while isFitForThreads(window) {
        let (isArray, path) = (place.isArray, window.path)
        try readStretches(&window) { reader, view in reader.readObjects(view, isArray: isArray, path: path) }
        try report(window, progress)
      }
      guard let byte = try nextStart(&window, place) else { break }
      let offset = window.offset
      switch (byte, place) {
      case (UInt8(ascii: "["), .sequence):
        window.consume(1)
        place = .array(isCollection: false)
      case (UInt8(ascii: "]"), .array(let isCollection)):
        window.consume(1)
        if isCollection { try finishCollection(&window) }
        place = .sequence
      default:
        if try readObject(&window, place) { place = .array(isCollection: true) }
        if seat.reader.rows.count == Self.rowsAtATime {
          try takeRows()
          try report(window, progress)
        }
      }
      noteRead(window.offset - offset)
    }
    try takeRows()
    if place.isArray { throw malformed(window, "the input ends within an array") }
  }

  /// Reads one object; tells whether it is a collection whose features come next.
  private mutating func readObject(_ window: inout InputWindow, _ place: Place) throws(IndexFileError) -> Bool {
    let isArray = place.isArray
    while true {
      switch seat.reader.readObject(window.view, from: 0, isArray: isArray, path: window.path) {
      case .row(let next):
        window.consume(next)
        return false
      case .collection(let next):
        window.consume(next)
        return true
      case .trouble(let trouble, let offset):
        if trouble == .incomplete, !window.isAtEnd {
          try window.refill()
          continue
        }
        guard !isArray else {
          throw malformed(window, trouble == .incomplete ? "the input ends within a value" : "not JSON", offset)
        }
        try skipLine(&window)
        return false
      }
    }
  }

  /// Tells how far the import is.
  func report(_ window: borrowing InputWindow, _ progress: Progress?) throws(IndexFileError) {
    if let progress, !progress(window.offset, builder.placeCount) { throw .cancelled }
  }

  /// Goes to the next byte that begins a value; `nil` at the end of the input.
  private mutating func nextStart(_ window: inout InputWindow, _ place: Place) throws(IndexFileError) -> UInt8? {
    while true {
      let view = window.view
      var count = 0
      while count < view.count {
        let byte = view.byte(at: count)
        guard RowReader.isBetweenObjects(byte, isArray: place.isArray) else {
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

  private mutating func skipLine(_ window: inout InputWindow) throws(IndexFileError) {
    var length = 0
    while true {
      let view = window.view
      while length < view.count, view.byte(at: length) != 0x0A { length += 1 }
      if length < view.count || window.isAtEnd { break }
      try window.refill()
    }
    seat.reader.reject(.malformed, path: window.path, row: window.view.part(0..<length))
    window.consume(length)
  }

  private func malformed(_ window: borrowing InputWindow, _ detail: String, _ within: Int = 0) -> IndexFileError {
    .malformed(path: window.path, detail: detail, offset: window.offset + within)
  }
}
