import Domain
import Rows
import Tables

/// The last token of an array.
enum ArrayToken {
  case start
  case value
  case comma
}

extension RowReader {
  /// The outcome of reading a value.
  enum ObjectOutcome {
    /// The value became a place or was skipped; the next value begins at an offset.
    case row(next: Int)
    /// The value is a collection whose first row begins at an offset.
    case collection(next: Int, CollectionPath.Rows)
    /// The value can't be read; the error is at an offset.
    case failure(SyntaxError, at: Int)
  }

  /// Reads a value, which should be an object; bytes beyond ``maximumValueByteCount`` aren't read.
  @inline(__always)
  mutating func readObject(_ view: ByteView, from start: Int, finding search: CollectionSearch) -> ObjectOutcome {
    let isCut = view.count - start > maximumValueByteCount
    let bytes = isCut ? view.part(0..<start + maximumValueByteCount) : view
    var cursor = JSONViewCursor(bytes, at: start)
    defer { parsedByteCount += cursor.offset - start }
    draft.reset()
    do throws(SyntaxError) {
      if search == .nothing, bytes.byte(at: start) != UInt8(ascii: "{") {
        try cursor.skip()
        reject(.notAPlace, row: view.part(start..<cursor.offset))
        return .row(next: cursor.offset)
      }
      switch try parser.parse(&cursor, into: &draft, finding: search) {
      case .collection(let found): return .collection(next: cursor.offset, found)
      case .row:
        finish(view.part(start..<cursor.offset), mayBeRows: search == .wrapped)
        return .row(next: cursor.offset)
      }
    } catch {
      return .failure(error, at: cursor.offset)
    }
  }

  /// Skips an element that isn't JSON, if its brackets and strings show where it ends.
  mutating func skipElement(_ view: ByteView) -> ObjectOutcome {
    let bytes = view.part(0..<min(view.count, maximumValueByteCount))
    var cursor = JSONViewCursor(bytes, at: 0)
    do throws(SyntaxError) {
      try cursor.skipBalanced()
      let end = cursor.offset
      let next = try cursor.peek()
      guard next == UInt8(ascii: ",") || next == UInt8(ascii: "]") else { throw .malformed }
      rejectMalformed(view.part(0..<end))
      return .row(next: end)
    } catch {
      return .failure(error, at: cursor.offset)
    }
  }

  /// Takes the values of the properties that the user chose by their paths.
  @inline(__always)
  private mutating func takeChosenPaths(of row: ByteView) {
    guard !chosenPaths.isEmpty else { return }
    let parser = parser
    for (number, path) in chosenPaths.enumerated() {
      var cursor = JSONViewCursor(row, at: 0)
      guard (try? cursor.enter(path.steps)) == true else { continue }
      foundPaths.insert(number)
      try? ByteView.over(path.key) { (key) throws(SyntaxError) in
        try parser.parseValue(of: path.entry, key: key, &cursor, &draft, depth: 1)
      }
    }
  }

  /// Makes a place from an object that was parsed, and places from the lists of rows in it.
  @inline(__always)
  private mutating func finish(_ row: ByteView, mayBeRows: Bool, inheriting inherited: InheritedMembers? = nil) {
    takeChosenPaths(of: row)
    let hasLists = draft.hasLists
    if accept(row: row, isLast: false) {
      if hasLists { readLists(of: row, isPlace: true, inheriting: inherited) }
    } else if !readsLists || !readLists(of: row, mayBePosition: true, inheriting: inherited) {
      readNested(row, mayBeRows: mayBeRows, inheriting: inherited)
    }
  }

  /// Parses an object with all of its nested objects.
  private mutating func parseEverything(of object: ByteView, inheriting inherited: InheritedMembers? = nil) {
    parser.parseEverything(of: object, into: &draft)
    complete(object, inheriting: inherited)
  }

  private mutating func complete(_ object: ByteView, inheriting inherited: InheritedMembers?) {
    if let inherited { parser.inherit(inherited, into: &draft) }
    takeChosenPaths(of: object)
  }

  /// Reads an object again with all of its nested objects, or reads its members or lists as rows if they can be rows.
  private mutating func readNested(_ object: ByteView, mayBeRows: Bool, inheriting inherited: InheritedMembers?) {
    parseEverything(of: object, inheriting: inherited)
    if draft.coordinateCount == 1 {
      let hasLists = draft.hasLists
      accept(row: object)
      if hasLists { readLists(of: object, isPlace: true, inheriting: inherited) }
      return
    }
    let hasSeveral = draft.coordinateCount > 1
    if hasSeveral, mayBeRows, readMembers(of: object) { return }
    if readLists(of: object, inheriting: inherited) { return }
    guard hasSeveral else { return reject(.missingCoordinate, row: object) }
    parser.parseShallowest(of: object, into: &draft)
    guard draft.coordinateCount == 1 else { return reject(.severalCoordinates, row: object) }
    complete(object, inheriting: inherited)
    accept(row: object)
  }

  /// Returns whether the elements of an array that begins here aren't rows but contain lists of rows.
  func hasLists(_ view: ByteView) -> Bool {
    CollectionPath(search: .wrapped, fields: vocabulary.fields).isOfLists(JSONViewCursor(view, at: 0))
  }

  /// Reads the rows of the lists in an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - isPlace: Whether the object is a place itself.
  ///   - mayBePosition: Whether to leave a single row without a name, which is the position of the object.
  ///   - inherited: The members that the object inherits.
  /// - Returns: `false` if there are no rows.
  @discardableResult
  private mutating func readLists(
    of object: ByteView,
    isPlace: Bool = false,
    mayBePosition: Bool = false,
    inheriting inherited: InheritedMembers?
  ) -> Bool {
    let rows = parser.listedRows(
      within: object,
      isPlace: isPlace,
      isAlone: !readsLists,
      inheriting: inherited,
      &draft,
      plan.systems
    )
    for listed in rows {
      let row = object.part(listed.range)
      var cursor = JSONViewCursor(row, at: 0)
      draft.reset()
      guard (try? parser.parse(&cursor, into: &draft)) != nil else { continue }
      if mayBePosition, rows.count == 1, !draft.has(.placeText(.name)) { return false }
      parser.inherit(listed.inherited, into: &draft)
      finish(row, mayBeRows: false, inheriting: listed.inherited)
    }
    return !rows.isEmpty
  }

  /// Reads the rows of an object that maps names to rows; returns `false` if there are none.
  private mutating func readMembers(of object: ByteView) -> Bool {
    let members = parser.placedMembers(of: object, &draft, plan.systems)
    for member in members {
      let row = object.part(member.range)
      parseEverything(of: row)
      // A key with digits only, such as the number of a station, isn't a name.
      let isNumber = member.key.raw.array.allSatisfy { (0x30...0x39).contains($0) }
      let field = ImportField.placeText(isNumber ? .id : .name)
      if !draft.has(field) { draft.set(field, text: member.key) }
      accept(row: row)
    }
    return !members.isEmpty
  }

  private var parser: FeatureParser { FeatureParser(vocabulary: vocabulary) }

  /// Reads objects until one is incomplete.
  ///
  /// In an array, a comma must follow a value.
  mutating func readObjects(_ view: ByteView, isArray: Bool) -> (end: Int, last: ArrayToken) {
    var at = 0
    var last = ArrayToken.start
    while true {
      while at < view.count {
        let byte = view.byte(at: at)
        if isArray, byte == UInt8(ascii: ",") {
          guard last == .value else { return (at, last) }
          last = .comma
        } else if !Self.isBetweenObjects(byte, isArray: isArray) {
          break
        }
        at += 1
      }
      guard at < view.count, view.byte(at: at) != (isArray ? UInt8(ascii: "]") : UInt8(ascii: "[")) else {
        return (at, last)
      }
      guard !isArray || last != .value else { return (at, last) }
      switch readObject(view, from: at, finding: isArray ? .nothing : .named) {
      case .row(let next):
        at = next
        if isArray { last = .value }
      case .failure(let error, _) where !isArray && error != .incomplete:
        guard let end = view.firstIndex(of: 0x0A, from: at) else { return (at, last) }
        rejectMalformed(view.part(at..<end))
        at = end
      case .collection, .failure: return (at, last)
      }
    }
  }

  /// Returns whether a byte is white space or, in a sequence, RS (0x1E) before a text (RFC 8142).
  @inline(__always)
  static func isBetweenObjects(_ byte: UInt8, isArray: Bool) -> Bool {
    JSONViewCursor.isWhiteSpace(byte) || !isArray && byte == 0x1E
  }
}

extension JSONViewCursor {
  /// Moves to the value at a path of keys and element indexes; returns `false` if there is none.
  fileprivate mutating func enter(_ path: [String]) throws(SyntaxError) -> Bool {
    for step in path {
      var isFound = false
      var isFirst = true
      if try take(UInt8(ascii: "{")) {
        while !isFound, let key = try nextKey(isFirst: &isFirst) {
          if key.withText(\.text) == step { isFound = true } else { try skip() }
        }
      } else if let number = Int(step), try take(UInt8(ascii: "[")) {
        var position = 0
        while !isFound, try nextElement(isFirst: &isFirst) {
          if position == number { isFound = true } else { try skip() }
          position += 1
        }
      }
      guard isFound else { return false }
    }
    return true
  }
}
