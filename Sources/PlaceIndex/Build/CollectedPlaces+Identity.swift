import Domain
import Rows
import Tables

/// Decides which rows with the same id are one place.
extension CollectedPlaces {
  /// The maximum distance in metres between two rows with the same id and name that are one place.
  private static let nearbyMeters = 300.0
  /// The maximum size of a name in a message, in bytes.
  private static let exampleByteCount = 160

  /// Returns how often the current input has already repeated a place without id and name; 0 for any other place.
  mutating func repetition(of earlier: Int, by point: CollectedPoint) -> Int {
    guard let row = RowFormat(arena.view(point.row)), row.hasDerivedIdentifier, row.length(of: .name) == 0 else {
      return 0
    }
    let count = repetitions[earlier] ?? (earlier < countBeforeInput ? 0 : 1)
    repetitions[earlier] = count + 1
    return count
  }

  /// Returns whether two places with the same id are one place: close together, and with the same name or without one.
  ///
  /// A derived id doesn't include the address, so the addresses must match too.
  func isOnePlace(_ first: CollectedPoint, _ second: CollectedPoint) -> Bool {
    guard meters(first, second) <= Self.nearbyMeters, let row = RowFormat(arena.view(first.row)),
      let other = RowFormat(arena.view(second.row))
    else { return false }
    if row.hasDerivedIdentifier, [.lotAddress, .roadAddress].contains(where: { row.differs(from: other, in: $0) }) {
      return false
    }
    let name = row[.name]
    let otherName = other[.name]
    return name.count == 0 || otherName.count == 0 || name.compare(with: otherName) == 0
      || SearchKey.letters(of: name) == SearchKey.letters(of: otherName)
  }

  /// Returns whether two places with the same id have no names and different coordinates, so that only the other ids of
  /// the input show whether they are one place.
  func mayBeApart(_ first: CollectedPoint, _ second: CollectedPoint) -> Bool {
    guard first.latitude != second.latitude || first.longitude != second.longitude,
      let row = RowFormat(arena.view(first.row)), let other = RowFormat(arena.view(second.row))
    else { return false }
    return row.length(of: .name) == 0 && other.length(of: .name) == 0
  }

  /// Merges the undecided places with the places that have their ids, or keeps them apart if other places show that an
  /// id of the input doesn't identify a place.
  mutating func decide() throws(IndexFileError) {
    let places = undecided
    undecided = []
    let areUnique = clashes == nil
    for (place, earlier) in places {
      if areUnique {
        merge(place, into: earlier)
      } else {
        noteClash(of: points[earlier], with: place)
        try addApart(place)
      }
    }
  }

  private func meters(_ first: CollectedPoint, _ second: CollectedPoint) -> Double {
    GreatCircle(fromLatitude: FixedPoint.degrees(first.latitude), longitude: FixedPoint.degrees(first.longitude))
      .meters(toLatitude: FixedPoint.degrees(second.latitude), longitude: FixedPoint.degrees(second.longitude))
  }

  mutating func noteClash(of first: CollectedPoint, with second: CollectedPoint) {
    // Only an id from the source can be wrong.
    guard RowFormat(arena.view(first.row))?.hasDerivedIdentifier == false else { return }
    guard clashes == nil else {
      clashes?.count += 1
      return
    }
    clashes = IdentifierClashes(
      count: 1,
      id: example(first, .id),
      names: [example(first, .name), example(second, .name)],
      meters: meters(first, second)
    )
  }

  /// Returns a field for a message, truncated like the example of a skipped row.
  private func example(_ point: CollectedPoint, _ field: PlaceText.Field) -> String {
    guard let row = RowFormat(arena.view(point.row)) else { return "" }
    return row[field].part(0..<min(row[field].count, Self.exampleByteCount)).text
  }

  /// Adds a place with the id of another place, with a hash of its contents as a suffix, the same in every build.
  mutating func addApart(_ point: CollectedPoint, repetition: Int = 0) throws(IndexFileError) {
    guard let row = RowFormat(arena.view(point.row)) else { return }
    var hash = UInt64(UInt32(bitPattern: point.latitude)) << 32 | UInt64(UInt32(bitPattern: point.longitude))
    hash = (hash ^ ByteHash.stable.hash(row[.name])) &* 0x9E37_79B9_7F4A_7C15
    if row.hasDerivedIdentifier {
      for field in [PlaceText.Field.lotAddress, .roadAddress] {
        let letters = ByteView.over(SearchKey.letters(of: row[field]), ByteHash.stable.hash)
        hash = (hash ^ letters) &* 0x9E37_79B9_7F4A_7C15
      }
      hash = (hash ^ UInt64(repetition)) &* 0x9E37_79B9_7F4A_7C15
    }
    let id = row[.id].array + Array("~".utf8) + Array(String(hash ^ hash >> 32, radix: 16).utf8)
    var apart = point
    apart.row = ByteView.over(id) { id in
      arena.append(searchKey: row.searchKey, attributes: row.tail) { $0 == .id ? id : row[$0] }
    }
    let earlier = ids.insert(ByteView.over(id, ByteHash.seeded.hash)) { number in
      RowFormat(arena.view(points[number].row))?[.id].array == id
    }
    guard let earlier else { return points.append(apart) }
    let repeated = repetition == 0 ? self.repetition(of: earlier, by: point) : 0
    if repeated == 0 {
      merge(apart, into: earlier)
    } else {
      try addApart(point, repetition: repeated)
    }
  }

  /// Merges a place into another place with the same id.
  mutating func merge(_ point: CollectedPoint, into index: Int) {
    mergedCount += 1
    guard let row = RowFormat(arena.view(points[index].row)), let other = RowFormat(arena.view(point.row)) else {
      return
    }
    points[index].category = categories.merged(points[index].category, point.category)
    let key = SearchKey.joined(row, other)
    let attributes = PackedAttributes.merged(row.tail, other.tail)
    let isRicher =
      key != row.searchKey.array || attributes.count != row.tail.count
      || PlaceText.Field.allCases.contains {
        !PlaceText.Field.ofCategory.contains($0.rawValue) && row.length(of: $0) == 0 && other.length(of: $0) > 0
      }
    guard isRicher else { return }
    points[index].row = ByteView.over(key) { key in
      ByteView.over(attributes) { attributes in
        arena.append(searchKey: key, attributes: attributes) { row.length(of: $0) > 0 ? row[$0] : other[$0] }
      }
    }
  }
}

extension RowFormat {
  /// Whether the id was derived from the row, because the source has none
  /// (``RowDraft/setDerivedIdentifier(latitude:longitude:)``).
  ///
  /// An id from a source may begin with `~` too. After the `~`, a derived id has a hash of 64 bits, which almost always
  /// has at least nine hexadecimal digits, and then at most a suffix.
  fileprivate var hasDerivedIdentifier: Bool {
    let id = self[.id]
    guard id.count > 0, id.byte(at: 0) == UInt8(ascii: "~") else { return false }
    var end = 1
    while end < id.count, id.byte(at: end).isHexadecimalDigit { end += 1 }
    return (9...16).contains(end - 1) && (end == id.count || id.byte(at: end) == UInt8(ascii: "~"))
  }

  /// Returns whether rows differ in a field; if they have names, both must have the field.
  fileprivate func differs(from other: RowFormat, in field: PlaceText.Field) -> Bool {
    (length(of: .name) == 0 || length(of: field) > 0 && other.length(of: field) > 0)
      && SearchKey.letters(of: self[field]) != SearchKey.letters(of: other[field])
  }
}

extension UInt8 {
  /// Whether the byte is a digit or one of the letters a to f.
  fileprivate var isHexadecimalDigit: Bool { isDigit || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "f") }
}
