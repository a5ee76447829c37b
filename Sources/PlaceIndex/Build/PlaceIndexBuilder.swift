public import Domain

/// Collects places and puts them into an index.
///
/// Places with the same id are merged: the first one stays, later ones add their categories and the words that it
/// lacks. Memory: about 60 bytes for each place besides its text.
public final class PlaceIndexBuilder {
  /// What the index says about itself.
  public var description: IndexDescription
  /// How many places there are.
  public var placeCount: Int { points.count }
  /// How many rows were merged into a place that was there already.
  public private(set) var mergedCount = 0

  private(set) var points: [CollectedPoint] = []
  private(set) var arena = RowArena()
  private(set) var kinds = KindList()
  private var ids = IdentifierTable()

  /// Starts an empty index.
  ///
  /// - Parameter description: What the index will say about itself.
  public init(description: IndexDescription = IndexDescription()) {
    self.description = description
  }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place; its coordinate is rounded to 1e-7 degree.
  ///   - groups: Every group it belongs to; by default the place's own.
  /// - Throws: When the index is full.
  public func add(_ place: Place, groups: Set<CategoryGroup> = []) throws(IndexFileError) {
    let kind = kinds.number(of: place.categoryPath ?? "")
    var mask = groups.reduce(place.group?.bit ?? 0) { $0 | $1.bit }
    let primary = place.group.map { UInt8($0.ordinal) } ?? RowFormat.noGroup
    if primary == RowFormat.noGroup { mask = 0 }
    let latitude = FixedPoint.units(place.coordinate.latitude)
    let longitude = FixedPoint.units(place.coordinate.longitude)
    let packed = place.text.utf8
    try ByteView.over(packed) { (all) throws(IndexFileError) in
      let fields = PlaceFields(
        id: all.part(place.text.range(of: .id)),
        name: all.part(place.text.range(of: .name)),
        phone: all.part(place.text.range(of: .phone)),
        lotAddress: all.part(place.text.range(of: .lotAddress)),
        roadAddress: all.part(place.text.range(of: .roadAddress)),
        url: all.part(place.text.range(of: .url))
      )
      try add(fields, latitude: latitude, longitude: longitude, groups: mask, primary: primary, kind: kind)
    }
  }

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
  func add(
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
    if fields.id.count > 0,
      let earlier = ids.insert(
        fields.id,
        number: points.count,
        idOf: { RowFormat(arena.view(points[$0].row))?[.id] ?? .empty }
      )
    {
      return merge(fields, groups: groups, primary: primary, kind: kind, into: earlier)
    }
    let row = RowComposer.append(fields, group: primary, kind: kind, to: &arena)
    points.append(CollectedPoint(latitude: latitude, longitude: longitude, groups: groups, row: row))
  }

  /// The number of a kind, as the source calls it.
  func kindNumber(of text: ByteView) -> UInt32 { kinds.number(of: text) }

  private func merge(_ fields: PlaceFields, groups: UInt32, primary: UInt8, kind: UInt32, into index: Int) {
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
