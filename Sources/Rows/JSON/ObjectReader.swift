package import Domain
import Synchronization
import Tables

/// Finds the coordinates of JSON objects with any keys, and the rows in them, by the rules of an import.
package final class ObjectReader: Sendable {
  private let systems: CRSPlan
  /// Readings that no thread is using; at most as many as threads have read at the same time.
  ///
  /// A reading is made for the first object that needs one, since most rows state their coordinates directly.
  private let idle = Mutex<[ObjectReading]>([])

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - crs: The CRS of numbers that aren't degrees.
  ///   - scale: The divisor of all numbers, if the user names one.
  package init(on crs: CoordinateReferenceSystem? = nil, scale: Int? = nil) {
    systems = CRSPlan(named: crs, scale: scale)
  }

  /// Returns the coordinate of the object in a range of bytes, or the reason why it has none.
  package func coordinate(of bytes: [UInt8], in range: Range<Int>) -> ObjectCoordinate {
    reading(bytes.span.extracting(range)) { $0.coordinate(of: $1) }
  }

  /// Returns the rows in the object at an offset.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: The offset of the object.
  ///   - isElement: Whether the object is an element of an array, and so a row if it is a place; otherwise it is the
  ///     first object of an input or of a page.
  ///   - isLast: Whether no more bytes will arrive.
  /// - Returns: The rows.
  package func rows(of bytes: [UInt8], from start: Int, isElement: Bool = false, isLast: Bool = false) -> ObjectRows {
    reading(bytes.span) { reading, view in
      if isElement, let rows = reading.rows(in: view, from: start) { return rows }
      return reading.rows(of: view, from: start, isLast: isLast)
    }
  }

  /// Returns whether the elements of an array, which begins before an offset, have lists of rows; `nil` if the bytes
  /// end within its first element.
  package func hasLists(_ bytes: [UInt8], from start: Int) -> Bool? {
    reading(bytes.span) { $0.hasLists($1, from: start) }
  }

  /// Returns the rows in the rest of an object, which begins after a list or a row in it.
  package func rows(after bytes: [UInt8], from start: Int) -> ObjectRows {
    reading(bytes.span) { $0.rows(after: $1, from: start) }
  }

  /// Calls a closure with a reading that no other thread is using.
  private func reading<Result>(_ bytes: Span<UInt8>, _ body: (ObjectReading, ByteView) -> Result) -> Result {
    let reading = idle.withLock { $0.popLast() } ?? ObjectReading(systems)
    defer { idle.withLock { $0.append(reading) } }
    return ByteView.over(bytes) { body(reading, $0) }
  }
}

/// The coordinate of a JSON object, or the reason why it has none.
package enum ObjectCoordinate: Sendable, Hashable {
  case point(Coordinate)
  case missing(SkippedRows.Reason)

  fileprivate init(_ outcome: CoordinateRules.Outcome) {
    switch outcome {
    case .point(let point): self = Coordinate(point).map(Self.point) ?? .missing(.coordinateOutOfRange)
    case .none(let reason, _): self = .missing(reason)
    }
  }

  package var point: Coordinate? { if case .point(let point) = self { point } else { nil } }
}

/// The rows in a JSON object.
package enum ObjectRows: Sendable, Hashable {
  /// No rows in the object, which may be a row itself; `end` is the offset after it.
  case none(end: Int)
  /// The rows of a list; `start` is the offset after its bracket, and `depth` the number of enclosing objects.
  ///
  /// The rows may have lists of other rows.
  case list(start: Int, depth: Int, haveLists: Bool = false)
  /// One row in place of a list; `start` is its offset, and `depth` the number of enclosing objects.
  case single(start: Int, depth: Int)
  /// The object's members as rows, each with a name; `end` is the offset after the object.
  case members([Range<Int>], end: Int)
  /// The bytes end before the rows can be found.
  case unknown
  /// The bytes aren't JSON.
  case malformed

  fileprivate init(_ error: SyntaxError) { self = error == .incomplete ? .unknown : .malformed }

  fileprivate init(_ found: CollectionPath.Rows, from start: Int) {
    self = found.isOneRow ? .single(start: start, depth: found.depth) : .list(start: start, depth: found.depth)
  }
}

/// The state of a reader for use by one thread.
private final class ObjectReading: @unchecked Sendable {  // Only the thread that took it uses it.
  private let parser = FeatureParser(vocabulary: ImportVocabulary())
  private let systems: CRSPlan
  private var draft = RowDraft()
  /// The parsers of objects whose coordinates only a comparison of their keys shows, by these keys.
  private var comparingParsers: [[String]: FeatureParser?] = [:]
  private static let maximumParsers = 64

  init(_ systems: CRSPlan) { self.systems = systems }

  /// Returns the coordinate of an object, or the reason why it has none.
  func coordinate(of object: ByteView) -> ObjectCoordinate {
    let found = coordinate(of: object, parser)
    guard found == .missing(.missingCoordinate), let parser = comparingParser(of: object) else { return found }
    return coordinate(of: object, parser)
  }

  /// Returns the parser that knows what the keys of an object mean together, such as `store_lat` and `store_lng`; `nil`
  /// if the comparison shows no coordinates.
  private func comparingParser(of object: ByteView) -> FeatureParser? {
    let keys = JSONBeginning(object).keys
    if let known = comparingParsers[keys] { return known }
    let alone = FieldNames()
    var together = alone
    together.compareNames(among: keys.map(ColumnName.init))
    let isNeeded = keys.contains { key in
      together.entry(of: key)?.field.isOfCoordinate == true && alone.entry(of: key)?.field.isOfCoordinate != true
    }
    let parser = isNeeded ? FeatureParser(vocabulary: ImportVocabulary(together)) : nil
    if comparingParsers.count == Self.maximumParsers { comparingParsers.removeAll() }
    comparingParsers[keys] = .some(parser)
    return parser
  }

  private func coordinate(of object: ByteView, _ parser: FeatureParser) -> ObjectCoordinate {
    var cursor = JSONViewCursor(object, at: 0)
    draft.reset()
    guard (try? parser.parse(&cursor, into: &draft)) != nil else { return .missing(.malformed) }
    let found = ObjectCoordinate(CoordinateRules.coordinate(of: &draft, systems))
    if found.point != nil { return found }
    parser.parseEverything(of: object, into: &draft)
    if draft.coordinateCount > 1 { parser.parseShallowest(of: object, into: &draft) }
    guard draft.coordinateCount == 1 else { return found }
    let nested = ObjectCoordinate(CoordinateRules.coordinate(of: &draft, systems))
    return nested == .missing(.missingCoordinate) ? found : nested
  }

  /// Returns the rows in an object that may be a collection, like the first object of a file.
  func rows(of view: ByteView, from start: Int, isLast: Bool) -> ObjectRows {
    let found = rows(of: view, from: start, isLast: isLast, parser)
    switch found {
    case .none, .unknown:
      guard let parser = comparingParser(of: view.part(start..<view.count)) else { return found }
      return rows(of: view, from: start, isLast: isLast, parser)
    default: return found
    }
  }

  private func rows(of view: ByteView, from start: Int, isLast: Bool, _ parser: FeatureParser) -> ObjectRows {
    var cursor = JSONViewCursor(view, at: start)
    draft.reset()
    do throws(SyntaxError) {
      let outcome = try parser.parse(&cursor, into: &draft, finding: .wrapped)
      if case .collection(let found) = outcome {
        guard !found.isOfLists else { return try listedRows(of: view, from: start) }
        guard !found.isOneRow else { return ObjectRows(found, from: cursor.offset) }
        guard let haveLists = havePlaces(view, from: cursor.offset) ?? (isLast ? false : nil) else { return .unknown }
        return .list(start: cursor.offset, depth: found.depth, haveLists: haveLists)
      }
    } catch { return ObjectRows(error) }
    guard case .none(.missingCoordinate, _) = CoordinateRules.coordinate(of: &draft, systems) else {
      return .none(end: cursor.offset)
    }
    let object = view.part(start..<cursor.offset)
    parser.parseEverything(of: object, into: &draft)
    guard draft.coordinateCount > 1 else { return .none(end: cursor.offset) }
    let members = parser.placedMembers(of: object, at: start, &draft, systems).map(\.range)
    return members.isEmpty ? .none(end: cursor.offset) : .members(members, end: cursor.offset)
  }

  /// Returns the element of an array and the places in its lists; `nil` if the element isn't a place.
  func rows(in view: ByteView, from start: Int) -> ObjectRows? {
    var cursor = JSONViewCursor(view, at: start)
    do throws(SyntaxError) { try cursor.skip() } catch { return ObjectRows(error) }
    let object = view.part(start..<cursor.offset)
    guard parser.hasPlaces(object, reading: &draft, in: systems) else { return nil }
    let ranges = parser.rangesOfListedRows(within: object, isPlace: true, &draft, systems)
      .map { start + $0.lowerBound..<start + $0.upperBound }
    return .members([start..<cursor.offset] + ranges, end: cursor.offset)
  }

  /// Returns whether the elements of an array have lists of rows; `nil` if the first one is incomplete.
  func hasLists(_ view: ByteView, from start: Int) -> Bool? {
    guard let havePlaces = havePlaces(view, from: start) else { return nil }
    return havePlaces || path.isOfLists(JSONViewCursor(view, at: start))
  }

  /// Returns whether one of the first elements of an array is a place with a list of other places; `nil` if the first
  /// element is incomplete.
  private func havePlaces(_ view: ByteView, from start: Int) -> Bool? {
    var cursor = JSONViewCursor(view, at: start)
    var isFirst = true
    var count = 0
    do throws(SyntaxError) {
      while count < CollectionPath.maximumElements, try cursor.nextElement(isFirst: &isFirst) {
        _ = try cursor.peek()
        let element = cursor.offset
        try cursor.skip()
        count += 1
        if case .members(let ranges, _) = rows(in: view, from: element), ranges.count > 1 { return true }
      }
    } catch { return count == 0 && error == .incomplete ? nil : false }
    return false
  }

  /// Returns the rows in the nested lists of an object, which must be complete.
  private func listedRows(of view: ByteView, from start: Int) throws(SyntaxError) -> ObjectRows {
    var cursor = JSONViewCursor(view, at: start)
    try cursor.skip()
    let object = view.part(start..<cursor.offset)
    let ranges = parser.rangesOfListedRows(within: object, isPlace: false, &draft, systems)
    return .members(ranges.map { start + $0.lowerBound..<start + $0.upperBound }, end: cursor.offset)
  }

  /// Returns the rows in the rest of an object, after a list or a row in it.
  func rows(after view: ByteView, from start: Int) -> ObjectRows {
    var cursor = JSONViewCursor(view, at: start)
    var isFirst = false
    do throws(SyntaxError) {
      while let key = try cursor.nextKey(isFirst: &isFirst) {
        if let found = try path.enter(key, &cursor) { return ObjectRows(found, from: cursor.offset) }
        try cursor.skip()
      }
      return .none(end: cursor.offset)
    } catch { return ObjectRows(error) }
  }

  private var path: CollectionPath { CollectionPath(search: .wrapped, fields: parser.vocabulary.fields) }
}
