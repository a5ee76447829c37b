public import Domain
import Synchronization
import Tables

/// Locates single JSON objects and the rows in them, with the reader of an import.
public final class ObjectReader: ObjectLocator {
  private let grids: GridPlan
  /// Readers that no thread is using; at most as many as threads have read at the same time.
  ///
  /// A reader is made for the first object that needs one, since most rows state their coordinates directly.
  private let idle = Mutex<[ObjectReading]>([])

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - grid: The CRS of numbers that aren't degrees.
  ///   - scale: The divisor of all numbers, if the user names one.
  public init(on grid: CoordinateReferenceSystem?, scale: Int?) { grids = GridPlan(named: grid, scale: scale) }

  public func coordinate(of bytes: [UInt8], in range: Range<Int>) -> Coordinate? {
    reading(bytes.span.extracting(range)) { $0.coordinate(of: $1) }.flatMap(Coordinate.init)
  }

  public func rows(of bytes: [UInt8], from start: Int) -> ObjectRows {
    reading(bytes.span) { $0.rows(of: $1, from: start) }
  }

  public func hasLists(_ bytes: [UInt8], from start: Int) -> Bool? {
    reading(bytes.span) { $0.hasLists($1, from: start) }
  }

  public func rows(behind bytes: [UInt8], from start: Int) -> ObjectRows {
    reading(bytes.span) { $0.rows(behind: $1, from: start) }
  }

  /// Calls a closure with a reader that no other thread is using.
  private func reading<Result>(_ bytes: Span<UInt8>, _ body: (inout RowReader, ByteView) -> Result) -> Result {
    let reading = idle.withLock { $0.popLast() } ?? ObjectReading(Self.makeReader(grids))
    defer { idle.withLock { $0.append(reading) } }
    return ByteView.over(bytes) { body(&reading.reader, $0) }
  }

  private static func makeReader(_ grids: GridPlan) -> RowReader {
    RowReader(
      rules: ImportRules(),
      plan: InputPlan(grids: grids),
      maximumValueByteCount: .max
    )
  }
}

/// A reader for use by one thread.
private final class ObjectReading: @unchecked Sendable {  // Only the thread that took it uses it.
  var reader: RowReader

  init(_ reader: consuming RowReader) { self.reader = reader }
}

extension RowReader {
  /// Returns the coordinate of an object; `nil` if it has none, or isn't JSON.
  fileprivate mutating func coordinate(of object: ByteView) -> StoredCoordinate? {
    var cursor = JSONCursor(object, at: 0)
    draft.reset()
    guard (try? FeatureParser(vocabulary: vocabulary).parse(&cursor, into: &draft)) != nil else { return nil }
    if case .point(let point) = CoordinateRules.coordinate(of: draft, plan.grids) { return point }
    parseEverything(of: object)
    guard draft.positionCount == 1, case .point(let point) = CoordinateRules.coordinate(of: draft, plan.grids) else {
      return nil
    }
    return point
  }
}

extension RowReader {
  /// Returns the rows in an object that may be a collection, like the first object of a file.
  fileprivate mutating func rows(of view: ByteView, from start: Int) -> ObjectRows {
    var cursor = JSONCursor(view, at: start)
    draft.reset()
    do throws(SyntaxError) {
      let outcome = try FeatureParser(vocabulary: vocabulary).parse(&cursor, into: &draft, finding: .wrapped)
      if case .collection(let found) = outcome {
        return try found.isOfLists ? listedRows(of: view, from: start) : found.rows(from: cursor.offset)
      }
    } catch { return ObjectRows(error) }
    guard case .none(.missingCoordinate, _) = CoordinateRules.coordinate(of: draft, plan.grids) else {
      return .none(end: cursor.offset)
    }
    let object = view.part(start..<cursor.offset)
    parseEverything(of: object)
    guard draft.positionCount > 1 else { return .none(end: cursor.offset) }
    var members: [Range<Int>] = []
    forEachPlacedMember(of: object, at: start) { _, _, _, range in members.append(range) }
    return members.isEmpty ? .none(end: cursor.offset) : .members(members, end: cursor.offset)
  }

  /// Returns whether the elements of an array have lists of rows; `nil` if the first one is incomplete.
  fileprivate func hasLists(_ view: ByteView, from start: Int) -> Bool? {
    var first = JSONCursor(view, at: start)
    do throws(SyntaxError) { try first.skip() } catch { return error == .incomplete ? nil : false }
    return CollectionPath(search: .wrapped, fields: vocabulary.fields).isOfLists(JSONCursor(view, at: start))
  }

  /// Returns the rows in the nested lists of an object, which must be complete.
  private func listedRows(of view: ByteView, from start: Int) throws(SyntaxError) -> ObjectRows {
    var cursor = JSONCursor(view, at: start)
    try cursor.skip()
    let ranges = rangesOfListedRows(within: view.part(start..<cursor.offset))
    return .members(ranges.map { start + $0.lowerBound..<start + $0.upperBound }, end: cursor.offset)
  }

  /// Returns the rows in the rest of an object, after a list or a row in it.
  fileprivate func rows(behind view: ByteView, from start: Int) -> ObjectRows {
    var cursor = JSONCursor(view, at: start)
    var isFirst = false
    do throws(SyntaxError) {
      while let key = try cursor.nextKey(isFirst: &isFirst) {
        let found = try CollectionPath(search: .wrapped, fields: vocabulary.fields).enter(key, &cursor)
        if let found { return found.rows(from: cursor.offset) }
        try cursor.skip()
      }
      return .none(end: cursor.offset)
    } catch { return ObjectRows(error) }
  }
}

extension CollectionPath.Found {
  fileprivate func rows(from start: Int) -> ObjectRows {
    isOneRow ? .single(start: start, depth: depth) : .list(start: start, depth: depth)
  }
}

extension ObjectRows {
  fileprivate init(_ error: SyntaxError) { self = error == .incomplete ? .unknown : .malformed }
}
