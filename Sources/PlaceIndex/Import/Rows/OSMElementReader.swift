package import Domain
import Rows
import Tables

/// Makes places from single OpenStreetMap elements, by the rules of an import.
package struct OSMElementReader: ~Copyable {
  private var reader: RowReader

  /// Makes a reader.
  ///
  /// - Parameter language: The language of displayed names, such as `ko`; `nil` for local names.
  package init(language: String?) {
    var names = FieldNames(language: language)
    names.isOfElements = true
    reader = RowReader(rules: ImportRules(), maximumValueByteCount: ImportPace.standard.maximumValueByteCount)
    reader.begin(InputPlan(names: names))
  }

  /// Reads an element.
  ///
  /// - Parameters:
  ///   - type: `node`, `way` or `relation`.
  ///   - number: The element's number.
  ///   - tags: The tags.
  ///   - point: The coordinate.
  /// - Returns: The place; `nil` if the tags don't describe a place, or describe a closed one.
  package mutating func place(
    type: String,
    number: String,
    tags: [(key: String, value: String)],
    at point: Coordinate
  ) -> Place? {
    reader.draft.reset()
    reader.draft.isElement = true
    reader.draft.hasTags = true
    reader.draft.setCoordinate(latitude: point.latitude, longitude: point.longitude, in: .degrees)
    ByteView.over(Array(type.utf8)) { reader.draft.set(.osmType, text: $0, outlivesRow: false) }
    ByteView.over(Array(number.utf8)) { reader.draft.set(.osmNumber, text: $0, outlivesRow: false) }
    let vocabulary = reader.vocabulary
    for (key, value) in tags {
      ByteView.over(Array(key.utf8)) { key in
        guard let entry = vocabulary.fields.entry(for: key) else { return }
        ByteView.over(Array(value.utf8)) {
          reader.draft.take(entry, key: key, text: $0, outlivesRow: false, vocabulary: vocabulary)
        }
      }
    }
    reader.accept(row: .empty)
    let rows = reader.drainRows()
    guard rows.points.count == 1, let row = RowFormat(rows.arena.view(rows.points[0].row)) else { return nil }
    return Place(row, at: rows.points[0], entry: rows.categories.entries[Int(rows.points[0].category)])
  }
}

extension Place {
  /// Makes a place of a row that an import read; `nil` if its category or coordinate can't be read.
  fileprivate init?(_ row: RowFormat, at point: CollectedPoint, entry: [UInt8]) {
    let coordinate = try? Coordinate(
      latitude: FixedPoint.degrees(point.latitude),
      longitude: FixedPoint.degrees(point.longitude)
    )
    let place = ByteView.over(entry) { bytes -> Place? in
      guard let category = CategoryEntry(bytes), let coordinate else { return nil }
      return Place(
        coordinate: coordinate,
        group: category.shownGroup,
        kind: Kind.all.first { category.kinds.contains(Int($0.number)) },
        text: PlaceText(
          row,
          attributes: row.tail,
          sourceCategory: category.text,
          names: GroupNames.all[Int(category.shown)]
        )
      )
    }
    guard let place else { return nil }
    self = place
  }
}

extension PlaceIndexBuilder {
  /// Returns the first places.
  package func firstPlaces(_ count: Int) -> [Place] {
    var found: [Place] = []
    for input in inputs {
      for number in 0..<input.places.points.count where found.count < count {
        let point = input.places.points[number]
        guard let row = RowFormat(input.places.arena.view(point.row)) else { continue }
        let entry = input.places.categories.entries[Int(point.category)]
        if let place = Place(row, at: point, entry: entry) { found.append(place) }
      }
    }
    return found
  }
}
