/// The places of one answer, their text fields packed end to end in memory that the next answer reuses.
///
/// An optimization, as ``PackPlacesUseCase`` is: a batch finds millions of places and only writes them out; with a value
/// for each of them, most of its time would go into allocation and reference counting.
public struct PackedPlaces: Sendable {
  /// The text fields of all places, end to end; valid UTF-8.
  public package(set) var utf8: [UInt8] = []
  /// The places, in the order of the answer.
  public package(set) var places: [PackedPlace] = []

  /// Makes an empty collection.
  public init() {}

  /// How many places there are.
  @inlinable public var count: Int { places.count }

  /// Removes all places and keeps the memory.
  public mutating func removeAll() {
    utf8.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// Packs a place.
  public mutating func append(_ found: FoundPlace) {
    let text = found.place.text.utf8[found.place.text.range(of: .id).lowerBound...]
    let moved = utf8.count - text.startIndex
    places.append(PackedPlace(found, movedBy: moved))
    utf8.append(contentsOf: text)
  }
}

/// A place of an answer without its text fields, which lie in a buffer that many places share.
public struct PackedPlace: Sendable {
  /// Where it is.
  public let coordinate: Coordinate
  /// Which of the 18 groups it belongs to; `nil` for a category outside them.
  public let group: CategoryGroup?
  /// Distance from the query's centre; `nil` when the query had none.
  public let distance: Distance?
  /// Where its text fields begin.
  @usableFromInline let start: Int
  /// Where each field ends, counted from `start`.
  @usableFromInline let ends: InlineArray<9, UInt32>

  /// Makes a place whose text fields begin at an offset.
  ///
  /// - Parameters:
  ///   - coordinate: Where it is.
  ///   - group: Its group; the fields of its code and name may then be empty, since the group determines them.
  ///   - distance: How far it is.
  ///   - start: Where its text fields begin in their buffer.
  ///   - ends: Where each field ends, counted from there; ascending.
  package init(
    coordinate: Coordinate,
    group: CategoryGroup?,
    distance: Distance?,
    start: Int,
    ends: InlineArray<9, UInt32>
  ) {
    self.coordinate = coordinate
    self.group = group
    self.distance = distance
    self.start = start
    self.ends = ends
  }

  /// Makes a place whose text fields lie in its own buffer, or have been moved from there.
  ///
  /// - Parameters:
  ///   - found: The place.
  ///   - offset: By how many bytes they have been moved.
  public init(_ found: FoundPlace, movedBy offset: Int = 0) {
    let text = found.place.text
    let first = text.range(of: .id).lowerBound
    coordinate = found.place.coordinate
    group = found.place.group
    distance = found.distance
    start = first + offset
    var ends = InlineArray<9, UInt32>(repeating: 0)
    for field in PlaceText.Field.allCases { ends[field.rawValue] = UInt32(text.range(of: field).upperBound - first) }
    self.ends = ends
  }

  /// Where a field lies in the buffer; empty when it is absent, and possibly when the group determines it.
  @inlinable public func range(of field: PlaceText.Field) -> Range<Int> {
    let from = field.rawValue == 0 ? 0 : Int(ends[field.rawValue - 1])
    return start + from..<start + Int(ends[field.rawValue])
  }

  /// Where all its text fields lie in the buffer.
  @inlinable public var textRange: Range<Int> { start..<start + Int(ends[8]) }
}
