import Domain

/// The places of an index while it is built, each id once.
struct CollectedPlaces: ~Copyable {
  /// The coordinates and categories of the places.
  private(set) var points: [CollectedPoint] = []
  private(set) var arena = RowArena()
  var sourceCategories = SourceCategoryList()
  /// The number of rows that were merged into an earlier place.
  private(set) var mergedCount = 0
  /// Places with the id of another place; `nil` if there are none.
  private(set) var clashes: IdentifierClashes?
  /// Whether any row had a second name.
  var hasOtherNames = false
  private var ids = IdentifierTable()
  /// The number of places before the current input.
  private var countBeforeInput = 0
  /// How often rows of the current input without id and name have repeated a place.
  private var repetitions: [Int: Int] = [:]
  /// The maximum distance in metres between rows with the same id and name that are one place.
  private static let nearbyMeters = 300.0
  /// The maximum byte count of a name in a message.
  private static let exampleByteCount = 160

  /// Begins an input: a row without id and name is the same place as one of an earlier input, but never as one of its own.
  mutating func beginInput() {
    countBeforeInput = points.count
    repetitions = [:]
  }

  /// Adds a place whose text fields are bytes of valid UTF-8.
  ///
  /// - Parameters:
  ///   - fields: Its text fields.
  ///   - latitude: Units of 1e-7 degree within ±90 degrees.
  ///   - longitude: Units of 1e-7 degree within ±180 degrees.
  ///   - groups: One bit for each group.
  ///   - primary: The ordinal of the displayed group, or ``RowFormat/noGroup``.
  ///   - sourceCategory: Its number in ``sourceCategories``; 0 for none.
  /// - Throws: When the index is full.
  mutating func add(
    _ fields: PlaceFields,
    latitude: Int32,
    longitude: Int32,
    groups: UInt32,
    primary: UInt8,
    sourceCategory: UInt32
  ) throws(IndexFileError) {
    guard points.count < IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    let row = RowComposer.append(fields, group: primary, to: &arena)
    try add(
      CollectedPoint(latitude: latitude, longitude: longitude, groups: groups, sourceCategory: sourceCategory, row: row)
    )
  }

  /// Adds a place of another index unchanged.
  ///
  /// - Parameters:
  ///   - other: Its row in that index, which must not be in the memory of this one.
  ///   - coordinate: Where it is, in units of 1e-7 degree.
  ///   - groups: One bit for each group.
  ///   - primary: The ordinal of the displayed group, or ``RowFormat/noGroup``.
  ///   - sourceCategory: The source category.
  /// - Throws: When the index is full.
  mutating func add(
    _ other: RowFormat,
    at coordinate: (latitude: Int32, longitude: Int32),
    groups: UInt32,
    primary: UInt8,
    sourceCategory: ByteView
  ) throws(IndexFileError) {
    let row = RowComposer.append(PlaceFields(other), key: other[.searchKey].array, group: primary, to: &arena)
    if other[.searchKey].contains(0x0A) { hasOtherNames = true }
    try add(
      CollectedPoint(
        latitude: coordinate.latitude,
        longitude: coordinate.longitude,
        groups: groups,
        sourceCategory: sourceCategories.number(of: sourceCategory),
        row: row
      )
    )
  }

  /// Moves the text fields of other places to this index, and returns the argument of ``RowArena/Row/moved(by:)`` for them.
  mutating func absorb(_ other: inout RowArena) -> UInt32 { arena.absorb(&other) }

  private mutating func add(_ point: CollectedPoint) throws(IndexFileError) {
    try add(point, tag: IdentifierTable.tag(of: RowFormat(arena.view(point.row))?[.id] ?? .empty))
  }

  /// Adds a place whose text fields are in ``arena``, and whose id has a known ``IdentifierTable/tag(of:)``.
  @inline(__always)
  mutating func add(_ point: CollectedPoint, tag: UInt32) throws(IndexFileError) {
    guard points.count < IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    let earlier = ids.insert(tag: tag, number: points.count) { number in
      let (first, second) = (arena.view(points[number].row), arena.view(point.row))
      return RowFormat(first)?[.id].compare(with: RowFormat(second)?[.id] ?? .empty) == 0
    }
    guard let earlier else { return points.append(point) }
    if isOnePlace(points[earlier], point) {
      let repetition = repetition(of: earlier, by: point)
      return repetition == 0 ? merge(point, into: earlier) : try addApart(point, repetition: repetition)
    }
    noteClash(of: points[earlier], with: point)
    try addApart(point)
  }

  /// How often the rows of this input before a place without id and name have repeated another; 0 for any other place.
  private mutating func repetition(of earlier: Int, by point: CollectedPoint) -> Int {
    guard let row = RowFormat(arena.view(point.row)), row.hasDerivedIdentifier, row.length(of: .name) == 0 else {
      return 0
    }
    let count = repetitions[earlier] ?? (earlier < countBeforeInput ? 0 : 1)
    repetitions[earlier] = count + 1
    return count
  }

  /// Whether two places with the same id are one: close together, and with the same name or without one.
  ///
  /// A derived id says nothing about the address, which then must not differ.
  private func isOnePlace(_ first: CollectedPoint, _ second: CollectedPoint) -> Bool {
    guard meters(first, second) <= Self.nearbyMeters, let row = RowFormat(arena.view(first.row)),
      let other = RowFormat(arena.view(second.row))
    else { return false }
    if row.hasDerivedIdentifier, [.lotAddress, .roadAddress].contains(where: { row.differs(from: other, in: $0) }) {
      return false
    }
    let (name, otherName) = (row[.name], other[.name])
    return name.count == 0 || otherName.count == 0 || name.compare(with: otherName) == 0
      || SearchKey.letters(of: name) == SearchKey.letters(of: otherName)
  }

  private func meters(_ first: CollectedPoint, _ second: CollectedPoint) -> Double {
    GreatCircle(fromLatitude: FixedPoint.degrees(first.latitude), longitude: FixedPoint.degrees(first.longitude))
      .meters(toLatitude: FixedPoint.degrees(second.latitude), longitude: FixedPoint.degrees(second.longitude))
  }

  private mutating func noteClash(of first: CollectedPoint, with second: CollectedPoint) {
    // Only a given id can be wrong.
    guard RowFormat(arena.view(first.row))?.hasDerivedIdentifier == false else { return }
    if let known = clashes {
      clashes = IdentifierClashes(count: known.count + 1, id: known.id, names: known.names, meters: known.meters)
      return
    }
    clashes = IdentifierClashes(
      count: 1,
      id: example(first, .id),
      names: [example(first, .name), example(second, .name)],
      meters: meters(first, second)
    )
  }

  /// A field of a place as a message shows it: as much of it as of a skipped row.
  private func example(_ point: CollectedPoint, _ field: RowFormat.Field) -> String {
    guard let row = RowFormat(arena.view(point.row)) else { return "" }
    return row[field].part(0..<min(row[field].count, Self.exampleByteCount)).text
  }

  /// Adds a place with the id of another place: a hash of its contents is appended to the id, so that it is the same in
  /// every build and order.
  private mutating func addApart(_ point: CollectedPoint, repetition: Int = 0) throws(IndexFileError) {
    guard let row = RowFormat(arena.view(point.row)) else { return }
    var hash = UInt64(UInt32(bitPattern: point.latitude)) << 32 | UInt64(UInt32(bitPattern: point.longitude))
    hash = (hash ^ IdentifierTable.hash(row[.name])) &* 0x9E37_79B9_7F4A_7C15
    if row.hasDerivedIdentifier {
      for field in [RowFormat.Field.lotAddress, .roadAddress] {
        let letters = ByteView.over(SearchKey.letters(of: row[field]), IdentifierTable.hash)
        hash = (hash ^ letters) &* 0x9E37_79B9_7F4A_7C15
      }
      hash = (hash ^ UInt64(repetition)) &* 0x9E37_79B9_7F4A_7C15
    }
    let id = row[.id].array + Array("~".utf8) + Array(String(hash ^ hash >> 32, radix: 16).utf8)
    let key = row[.searchKey].array
    var apart = point
    apart.row = ByteView.over(id) { id in
      var fields = PlaceFields(row)
      fields.id = id
      return RowComposer.append(fields, key: key, group: row.group, to: &arena)
    }
    let earlier = ids.insert(tag: ByteView.over(id, IdentifierTable.tag), number: points.count) { number in
      RowFormat(arena.view(points[number].row))?[.id].array == id
    }
    guard let earlier else { return points.append(apart) }
    let repeated = repetition == 0 ? self.repetition(of: earlier, by: point) : 0
    if repeated == 0 { merge(apart, into: earlier) } else { try addApart(point, repetition: repeated) }
  }

  private mutating func merge(_ point: CollectedPoint, into index: Int) {
    mergedCount += 1
    guard let row = RowFormat(arena.view(points[index].row)), let other = RowFormat(arena.view(point.row)) else {
      return
    }
    points[index].groups |= point.groups
    let takesGroup = row.group == RowFormat.noGroup && other.group != RowFormat.noGroup
    if takesGroup || points[index].sourceCategory == 0 && point.sourceCategory != 0 {
      points[index].sourceCategory = point.sourceCategory
    }
    var merged = PlaceFields()
    var isRicher = takesGroup
    func keep(_ path: WritableKeyPath<PlaceFields, ByteView>, _ field: RowFormat.Field) {
      merged[keyPath: path] = row.length(of: field) > 0 ? row[field] : other[field]
      if row.length(of: field) == 0, other.length(of: field) > 0 { isRicher = true }
    }
    keep(\.id, .id)
    keep(\.name, .name)
    keep(\.phone, .phone)
    keep(\.lotAddress, .lotAddress)
    keep(\.roadAddress, .roadAddress)
    keep(\.url, .url)
    let key = SearchKey.joined(row, other)
    if key != row[.searchKey].array { isRicher = true }
    guard isRicher else { return }
    points[index].row = RowComposer.append(merged, key: key, group: takesGroup ? other.group : row.group, to: &arena)
  }

  mutating func replaceRow(of index: Int, key: [UInt8], _ row: RowFormat) {
    points[index].row = RowComposer.append(PlaceFields(row), key: key, group: row.group, to: &arena)
  }

  func id(of number: Int) -> ByteView { RowFormat(arena.view(points[number].row))?[.id] ?? .empty }
}

extension RowFormat {
  /// Whether the source gave no id.
  fileprivate var hasDerivedIdentifier: Bool { length(of: .id) > 0 && self[.id].byte(at: 0) == UInt8(ascii: "~") }

  /// Whether rows have different texts in a field; of rows with a name both must have it.
  fileprivate func differs(from other: RowFormat, in field: Field) -> Bool {
    (length(of: .name) == 0 || length(of: field) > 0 && other.length(of: field) > 0)
      && SearchKey.letters(of: self[field]) != SearchKey.letters(of: other[field])
  }
}

/// One place while an index is built.
struct CollectedPoint: BitwiseCopyable {
  /// Units of 1e-7 degree.
  let latitude: Int32
  /// Units of 1e-7 degree.
  let longitude: Int32
  /// One bit for each group.
  var groups: UInt32
  /// The number of its source category; 0 for none.
  var sourceCategory: UInt32
  /// The location of its text fields, in which the number of the source category is not filled in yet.
  var row: RowArena.Row
}

extension CategoryGroup {
  /// The group's bit in a set of groups.
  var bit: UInt32 { 1 << UInt32(ordinal) }
}

extension CategoryGroup? {
  /// The number that a row holds for the group.
  var storedNumber: UInt8 { map { UInt8($0.ordinal) } ?? RowFormat.noGroup }
}
