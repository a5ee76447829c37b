import Domain
import Rows
import Tables

/// The position of the parser in a JSON text.
enum JSONPosition {
  /// The parser is between whole objects: at the start, or in a sequence.
  case sequence
  /// The parser is in an array, with its last token and the number of enclosing objects.
  case array(ArrayToken, depth: Int)

  var isArray: Bool {
    if case .array = self { true } else { false }
  }

  /// Whether a row may come next.
  var admitsRow: Bool {
    if case .array(.value, _) = self { false } else { true }
  }

  /// Moves past the part of an array that threads have read.
  mutating func advance(to last: ArrayToken) {
    if case .array(_, let depth) = self, last != .start { self = .array(last, depth: depth) }
  }
}

/// Reads the objects around the rows of a JSON text.
extension PlaceImporter {
  /// Returns the place of a collection's rows; a single row is read at once.
  mutating func placeOfRows(
    _ found: CollectionPath.Rows,
    _ window: inout InputWindow
  ) throws(IndexFileError) -> JSONPosition {
    readLists(found.isOfLists)
    guard found.isOneRow else { return .array(.start, depth: found.depth) }
    _ = try readObject(&window, .nothing)
    return try placeAfterCollection(&window, depth: found.depth)
  }

  /// Skips from the end of a collection's rows to the next collection in the same objects, or to their end.
  mutating func placeAfterCollection(_ window: inout InputWindow, depth: Int) throws(IndexFileError) -> JSONPosition {
    var outer = depth
    while outer > 0 {
      outer -= 1
      guard let inner = try finishObject(&window) else { continue }
      readLists(inner.isOfLists)
      guard inner.isOneRow else { return .array(.start, depth: outer + inner.depth) }
      _ = try readObject(&window, .nothing)
      outer += inner.depth
    }
    return .sequence
  }

  /// Skips the rest of an object, up to its `}` or to another collection in it, which is returned.
  private mutating func finishObject(_ window: inout InputWindow) throws(IndexFileError) -> CollectionPath.Rows? {
    while true {
      var cursor = JSONViewCursor(window.view, at: 0)
      var isFirst = false
      var read = 0
      do throws(SyntaxError) {
        while let key = try cursor.nextKey(isFirst: &isFirst) {
          let path = CollectionPath(search: .wrapped, fields: worker.reader.vocabulary.fields)
          if let found = try path.enter(key, &cursor) {
            window.consume(cursor.offset)
            return found
          }
          let value = cursor
          try cursor.skip()
          note(key, at: value)
          read = cursor.offset
        }
        window.consume(cursor.offset)
        return nil
      } catch {
        let isMalformed = error != .incomplete
        if !isMalformed {
          window.consume(read)
          if try grow(&window) { continue }
        }
        let place = isMalformed ? "not JSON after the features" : "the input ends within a collection"
        let detail = error == .tooDeep ? error.detail(of: "JSON") : place
        throw malformed(window, detail: detail, within: isMalformed ? cursor.offset : 0)
      }
    }
  }
}
