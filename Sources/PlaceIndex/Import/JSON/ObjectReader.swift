public import Domain
import Synchronization
import TextParsing

/// Reads where single objects of JSON are, with the reader of an import.
public final class ObjectReader: ObjectLocator {
  private let grid: CoordinateReferenceSystem?
  /// Made for the first object, since most rows say by themselves where they are.
  private let reader = Mutex<RowReader?>(nil)

  /// Makes a reader; the grid is that of numbers that are not degrees.
  public init(on grid: CoordinateReferenceSystem?) { self.grid = grid }

  public func coordinate(of bytes: [UInt8], in range: Range<Int>) -> Coordinate? {
    reader.withLock { reader in
      if reader == nil { reader = Self.makeReader(grid) }
      let point = ByteView.over(bytes.span.extracting(range)) { reader?.coordinate(of: $0) }
      return point.flatMap(Coordinate.init)
    }
  }

  private static func makeReader(_ grid: CoordinateReferenceSystem?) -> RowReader {
    RowReader(
      rules: ImportRules(),
      plan: InputPlan(grids: GridPlan(named: grid)),
      maximumValueByteCount: .max
    )
  }
}

extension RowReader {
  /// Where an object is; `nil` if it does not say that, or is not JSON.
  fileprivate mutating func coordinate(of object: ByteView) -> StoredCoordinate? {
    var cursor = JSONCursor(object, at: 0)
    draft.reset()
    guard (try? FeatureParser(vocabulary: vocabulary).parse(&cursor, into: &draft)) != nil else { return nil }
    if case .success(let point) = CoordinateRules.coordinate(of: draft, plan.grids) { return point }
    parseEverything(of: object)
    guard draft.positionCount == 1, case .success(let point) = CoordinateRules.coordinate(of: draft, plan.grids) else {
      return nil
    }
    return point
  }
}
