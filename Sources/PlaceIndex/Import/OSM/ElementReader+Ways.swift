import Domain
import Tables

/// Reads ways and relations.
///
/// Those that are places, and the ways of such relations, are held until the coordinates of their nodes are known.
extension ElementReader {
  typealias WayFinder = NeededIDs<OutlineExtent>.Finder

  mutating func readWay(
    _ message: ByteView,
    pass: ElementPass,
    finder: inout WayFinder?,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    keys.removeAll()
    values.removeAll()
    members.removeAll()
    latitudes.removeAll()
    longitudes.removeAll()
    var id: Int64 = 0
    var isVisible = true
    var reader = WireReader(message)
    while try reader.next() {
      switch reader.field {
      case 1: id = Int64(bitPattern: try reader.value())
      case 2: keys.append(try reader.run())
      case 3: values.append(try reader.run())
      case 4: isVisible = try Self.isVisible(try reader.message())
      case 8: members.append(try reader.run())
      case 9: latitudes.append(try reader.run())
      case 10: longitudes.append(try reader.run())
      default: try reader.skip()
      }
    }
    let isPlace = try takeTags(pass.selection, rows.vocabulary)
    let slot = finder?.slot(of: id)
    let isNeeded = isPlace || slot != nil
    let ground = pass.selection.hasGround ? try groundTags() : nil
    guard isVisible, isNeeded || ground != nil else { return }
    guard let extent = try ownExtent(forEach: members.reader) else {
      if let ground {
        yield.pending.ground.begin(ground)
        try hold(members.reader, in: &yield.pending.ground, yield.neededNodes)
      }
      guard isNeeded else { return }
      // A way without tags isn't a place.
      if !isPlace { tags.removeAll() }
      yield.pending.ways.begin(id: id, tags: tags)
      return try hold(members.reader, in: &yield.pending.ways, yield.neededNodes)
    }
    if pass.selection.hasGround, ground != nil || slot != nil {
      var points: [ElementPoint] = []
      try forEachOwnPoint { points.append($0) }
      if let slot { yield.outlines[slot] = points }
      if let ground {
        GroundPieces.append(ground.kind, name: ground.name.array, points: points, to: &yield.ground)
      }
    }
    if let slot { yield.extents.append(BlobYield.Extent(slot: slot, extent: extent)) }
    if isPlace { rows.readElement("way", id: id, tags: tags, at: extent, label: &label, yield: yield) }
  }

  /// Returns the extent of the coordinates in the element itself; `nil` if it has none.
  ///
  /// A way has one coordinate for each of its nodes.
  private func ownExtent(forEach nodes: WireReader?) throws(SyntaxError) -> OutlineExtent? {
    guard !latitudes.reader.isAtEnd || !longitudes.reader.isAtEnd else { return nil }
    var ids = nodes
    var extent = OutlineExtent()
    try forEachOwnPoint { (point) throws(SyntaxError) in
      guard ids?.isAtEnd != true else { throw .malformed }
      _ = try ids?.number()
      extent.include(point)
    }
    guard ids?.isAtEnd != false else { throw .malformed }
    return extent
  }

  /// Calls a closure with the coordinates in the element itself.
  private func forEachOwnPoint(_ body: (ElementPoint) throws(SyntaxError) -> Void) throws(SyntaxError) {
    var latitudeReader = latitudes.reader
    var longitudeReader = longitudes.reader
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    while !latitudeReader.isAtEnd {
      guard !longitudeReader.isAtEnd else { throw .malformed }
      latitude = latitude &+ (try latitudeReader.signedNumber())
      longitude = longitude &+ (try longitudeReader.signedNumber())
      try body(block.point(latitude, longitude))
    }
    guard longitudeReader.isAtEnd else { throw .malformed }
  }

  /// Holds the nodes of a way.
  private func hold(
    _ nodes: WireReader,
    in pending: inout PendingElements,
    _ needed: IDList
  ) throws(SyntaxError) {
    var counter = nodes
    var count = 0
    while !counter.isAtEnd {
      _ = try counter.number()
      count += 1
    }
    pending.append(idCount: count)
    var ids = nodes
    var id: Int64 = 0
    var last: Int64 = 0
    try needed.append { (list) throws(SyntaxError) in
      while !ids.isAtEnd {
        id = id &+ (try ids.signedNumber())
        pending.append(id: id, after: &last)
        list.append(id)
      }
    }
  }

  mutating func readRelation(
    _ message: ByteView,
    pass: ElementPass,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    keys.removeAll()
    values.removeAll()
    members.removeAll()
    types.removeAll()
    roles.removeAll()
    latitudes.removeAll()
    longitudes.removeAll()
    var id: Int64 = 0
    var isVisible = true
    var reader = WireReader(message)
    while try reader.next() {
      switch reader.field {
      case 1: id = Int64(bitPattern: try reader.value())
      case 2: keys.append(try reader.run())
      case 3: values.append(try reader.run())
      case 4: isVisible = try Self.isVisible(try reader.message())
      case 8: roles.append(try reader.run())
      case 9: members.append(try reader.run())
      case 10: types.append(try reader.run())
      case RewrittenElement.latitudesOfRelation: latitudes.append(try reader.run())
      case RewrittenElement.longitudesOfRelation: longitudes.append(try reader.run())
      default: try reader.skip()
      }
    }
    let isPlace = try takeTags(pass.selection, rows.vocabulary)
    guard isVisible else { return }
    if pass.selection.hasGround, let ground = try groundTags(), ground.kind.isArea { try holdArea(ground, in: yield) }
    guard isPlace else { return }
    if let extent = try ownExtent(forEach: nil) {
      return rows.readElement("relation", id: id, tags: tags, at: extent, label: &label, yield: yield)
    }
    yield.pending.relations.begin(id: id, tags: tags)
    try holdMembers(0, in: &yield.pending.relations, yield.neededNodes)
    try holdMembers(1, in: &yield.pending.relations, yield.neededWays)
  }

  /// Holds the members of a type; relations among the members are ignored, as Overpass does.
  private func holdMembers(
    _ wanted: UInt64,
    in pending: inout PendingElements,
    _ needed: IDList
  ) throws(SyntaxError) {
    var count = 0
    try forEachMember { if $0.type == wanted { count += 1 } }
    pending.append(idCount: count)
    var last: Int64 = 0
    try forEachMember { member in
      guard member.type == wanted else { return }
      pending.append(id: member.id, after: &last)
      needed.append(member.id)
    }
  }

  /// A member of a relation.
  struct Member {
    let type: UInt64
    let id: Int64
    let role: ByteView
  }

  func forEachMember(_ body: (Member) -> Void) throws(SyntaxError) {
    var role = roles.reader
    var ids = members.reader
    var kinds = types.reader
    var id: Int64 = 0
    while !ids.isAtEnd {
      guard !kinds.isAtEnd else { throw .malformed }
      id = id &+ (try ids.signedNumber())
      let text = role.isAtEnd ? .empty : (try? block.text(try role.number())) ?? .empty
      body(Member(type: try kinds.number(), id: id, role: text))
    }
    guard kinds.isAtEnd else { throw .malformed }
  }
}
