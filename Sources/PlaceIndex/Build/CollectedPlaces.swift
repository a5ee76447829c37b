import Domain

/// The places of an index while it is built, each id once.
struct CollectedPlaces: ~Copyable {
  /// Where the places are and what they are.
  private(set) var points: [CollectedPoint] = []
  /// Their words.
  private(set) var arena = RowArena()
  /// The sources' words for kinds of place.
  var kinds = KindList()
  /// How many rows were merged into a place that was there already.
  private(set) var mergedCount = 0
  private var ids = IdentifierTable()

  /// Adds a place whose words are bytes of valid UTF-8.
  ///
  /// - Parameters:
  ///   - fields: Its words.
  ///   - latitude: Units of 1e-7 degree within ±90 degrees.
  ///   - longitude: Units of 1e-7 degree within ±180 degrees.
  ///   - groups: One bit for each group.
  ///   - primary: The ordinal of the group that is shown, or ``RowFormat/noGroup``.
  ///   - kind: The kind's number in ``kinds``.
  /// - Throws: When the index is full.
  mutating func add(
    _ fields: PlaceFields,
    latitude: Int32,
    longitude: Int32,
    groups: UInt32,
    primary: UInt8,
    kind: UInt32
  ) throws(IndexFileError) {
    guard points.count < IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    let earlier = ids.insert(fields.id, number: points.count) { number in
      RowFormat(arena.view(points[number].row))?[.id].compare(with: fields.id) == 0
    }
    if let earlier { return merge(fields, groups: groups, primary: primary, kind: kind, into: earlier) }
    let row = RowComposer.append(fields, group: primary, kind: kind, to: &arena)
    points.append(CollectedPoint(latitude: latitude, longitude: longitude, groups: groups, row: row))
  }

  /// The number of a kind, as the source calls it.
  mutating func kindNumber(of text: ByteView) -> UInt32 { kinds.number(of: text) }

  private mutating func merge(_ fields: PlaceFields, groups: UInt32, primary: UInt8, kind: UInt32, into index: Int) {
    mergedCount += 1
    let old = points[index]
    guard let row = RowFormat(arena.view(old.row)) else { return }
    points[index].groups |= groups
    let takesGroup = row.group == RowFormat.noGroup && primary != RowFormat.noGroup
    let takesKind = row.kind == 0 && kind != 0
    var merged = fields
    var isRicher = takesGroup || takesKind
    func keep(_ path: WritableKeyPath<PlaceFields, ByteView>, _ field: RowFormat.Field) {
      if row.length(of: field) > 0 {
        merged[keyPath: path] = row[field]
      } else if merged[keyPath: path].count > 0 {
        isRicher = true
      }
    }
    keep(\.id, .id)
    keep(\.name, .name)
    keep(\.phone, .phone)
    keep(\.lotAddress, .lotAddress)
    keep(\.roadAddress, .roadAddress)
    keep(\.url, .url)
    guard isRicher else { return }
    points[index].row = RowComposer.append(
      merged,
      group: takesGroup ? primary : row.group,
      kind: takesGroup || takesKind ? kind : row.kind,
      to: &arena
    )
  }

  /// The id of a place.
  func id(of number: Int) -> ByteView { RowFormat(arena.view(points[number].row))?[.id] ?? .empty }
}

/// One place while an index is built.
struct CollectedPoint {
  /// Units of 1e-7 degree.
  let latitude: Int32
  /// Units of 1e-7 degree.
  let longitude: Int32
  /// One bit for each group.
  var groups: UInt32
  /// Where its words lie.
  var row: RowArena.Row
}

extension CategoryGroup {
  /// The group's bit in a set of groups.
  var bit: UInt32 { 1 << UInt32(ordinal) }
}
