import Domain

extension RowReader {
  /// How reading one JSON object went.
  enum ObjectOutcome {
    /// It is a row, and was taken over; what follows begins at an offset.
    case row(next: Int)
    /// It is a collection whose first feature begins behind an offset.
    case collection(next: Int)
    /// It cannot be read; the offset says where.
    case trouble(JSONTrouble, at: Int)
  }

  /// Reads one object.
  ///
  /// - Parameters:
  ///   - view: What there is of the input.
  ///   - start: Where the object begins.
  ///   - isArray: Whether it is an element of an array.
  ///   - path: The input.
  /// - Returns: How that went.
  @inline(__always)
  mutating func readObject(_ view: ByteView, from start: Int, isArray: Bool, path: String) -> ObjectOutcome {
    var cursor = JSONCursor(bytes: view, offset: start)
    draft.reset()
    do throws(JSONTrouble) {
      let parser = FeatureParser(vocabulary: vocabulary)
      switch try parser.parse(&cursor, into: &draft, findsCollection: !isArray) {
      case .collection: return .collection(next: cursor.offset)
      case .row:
        accept(path: path, row: view.part(start..<cursor.offset))
        return .row(next: cursor.offset)
      }
    } catch {
      return .trouble(error, at: cursor.offset)
    }
  }

  /// Reads objects as long as there is nothing unusual about them.
  ///
  /// - Parameters:
  ///   - view: A stretch of the input, from a place where an object may begin.
  ///   - isArray: Whether the objects are elements of an array.
  ///   - path: The input.
  /// - Returns: How much was read; what follows is for somebody to read who sees more of the input.
  mutating func readObjects(_ view: ByteView, isArray: Bool, path: String) -> Int {
    var at = 0
    while true {
      while at < view.count, Self.isBetweenObjects(view.byte(at: at), isArray: isArray) { at += 1 }
      guard at < view.count else { return at }
      let byte = view.byte(at: at)
      guard byte != (isArray ? UInt8(ascii: "]") : UInt8(ascii: "[")) else { return at }
      switch readObject(view, from: at, isArray: isArray, path: path) {
      case .row(let next): at = next
      case .trouble(.malformed, _) where !isArray:
        var end = at
        while end < view.count, view.byte(at: end) != 0x0A { end += 1 }
        guard end < view.count else { return at }
        reject(.malformed, path: path, row: view.part(at..<end))
        at = end
      case .collection, .trouble: return at
      }
    }
  }

  /// White space, RS (0x1E) before each text of a GeoJSON sequence (RFC 8142), and commas in an array.
  @inline(__always)
  static func isBetweenObjects(_ byte: UInt8, isArray: Bool) -> Bool {
    byte <= 0x20 || isArray && byte == UInt8(ascii: ",")
  }
}
