import Domain

/// What one row of an input has told so far; used again for the next row.
struct RowDraft: ~Copyable {
  /// Text of a row: in the row itself, or unescaped or composed in the draft's own memory.
  enum Text: BitwiseCopyable {
    case absent
    case row(ByteView)
    case own(start: Int, end: Int)
  }

  /// Whether a coordinate was there that is not a number.
  var hasUnreadableCoordinate = false
  /// The source's confidence that the place exists, 0...1.
  var confidence: Double?
  /// Whether the row says that the place is closed.
  var isClosed = false
  /// Whether the row is an element of OpenStreetMap without any tag: a corner of something else.
  var isBareElement: Bool { isElement && !hasTags }
  /// Whether the row is an element of an Overpass answer.
  var isElement = false
  /// Whether an object of tags was there.
  var hasTags = false
  /// What the row's geometry is, in OpenStreetMap's terms.
  var geometryKind = GeometryKind.unknown
  /// Whether OpenStreetMap's tags say that this is a station, and one of the metro.
  var isStation = false
  var isMetro = false
  /// The group that the name of the column of names tells.
  var nameGroup = RowFormat.noGroup
  /// What the licence of the place is for.
  var service: CategoryCodes.Meaning?

  private var tagGroups: UInt32 = 0
  private var tagPrimary = RowFormat.noGroup
  private var primaryRank = Int.max
  private var columnGroups: UInt32 = 0
  private var columnPrimary = RowFormat.noGroup
  /// How good the column is that told the group; `Int.max` while none did.
  private(set) var columnRank = Int.max

  // Not inline arrays: an element of one is read out of a copy of the whole.
  private var texts = GrowableBuffer<Text>(capacity: slotCount)
  private var ranks = GrowableBuffer<Int>(capacity: slotCount)
  private var own = GrowableBuffer<UInt8>(capacity: 1024)
  /// Names beside the one that is shown.
  private var others = GrowableBuffer<Text>(capacity: 16)
  /// Two numbers for each ``CoordinateSlot``; not a number for none.
  private var coordinates = GrowableBuffer<Double>(capacity: 16)

  private static let slotCount = 18
  private static let maximumOtherNames = 16

  /// Starts with nothing told.
  init() {
    for _ in 0..<Self.slotCount {
      texts.append(.absent)
      ranks.append(.max)
    }
    for _ in CoordinateSlot.allCases {
      coordinates.append(.nan)
      coordinates.append(.nan)
    }
  }

  /// The texts that a draft keeps.
  enum Slot: Int {
    case id
    case name
    case kind
    case phone
    case lotAddress
    case roadAddress
    case url
    case houseNumber
    case street
    case district
    case city
    case province
    case branch
    case country
    case postcode
    case osmType
    case osmNumber
    case osmWayNumber
  }

  /// Forgets the last row.
  mutating func reset() {
    hasUnreadableCoordinate = false
    confidence = nil
    isClosed = false
    isElement = false
    hasTags = false
    geometryKind = .unknown
    isStation = false
    isMetro = false
    nameGroup = RowFormat.noGroup
    service = nil
    tagGroups = 0
    tagPrimary = RowFormat.noGroup
    primaryRank = .max
    columnGroups = 0
    columnPrimary = RowFormat.noGroup
    columnRank = .max
    for index in 0..<coordinates.count { coordinates[index] = .nan }
    others.removeAll()
    for index in 0..<Self.slotCount {
      texts[index] = .absent
      ranks[index] = .max
    }
    own.removeAll()
  }

  /// Keeps a text if none of a better rank is there.
  @inline(__always)
  mutating func set(_ slot: Slot, _ text: ByteView, rank: Int = 0) {
    guard rank < ranks[slot.rawValue] else { return }
    let trimmed = text.trimmed
    guard trimmed.count > 0, !trimmed.isPlaceholder else { return }
    ranks[slot.rawValue] = rank
    texts[slot.rawValue] = .row(trimmed)
  }

  /// Keeps a text, as it is or a copy of it when it will not last.
  @inline(__always)
  mutating func set(_ slot: Slot, _ text: ByteView, rank: Int = 0, lasts: Bool) {
    if lasts { set(slot, text, rank: rank) } else { set(slot, copying: text, rank: rank) }
  }

  /// Keeps a JSON string if none of a better rank is there.
  mutating func set(_ slot: Slot, _ text: JSONString, rank: Int = 0) {
    guard text.isEscaped else { return set(slot, text.raw, rank: rank) }
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    text.unescape(into: &own)
    finish(slot, from: start, rank: rank)
  }

  /// Keeps a name; of several the one of the best rank is shown, and all are found.
  mutating func addName(_ text: ByteView, rank: Int, lasts: Bool) {
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder else { return }
    let name = Slot.name.rawValue
    if rank < ranks[name] {
      if ranks[name] != .max { addOther(texts[name]) }
      set(.name, text, rank: rank, lasts: lasts)
    } else {
      addOther(text, lasts: lasts)
    }
  }

  private mutating func addOther(_ text: ByteView, lasts: Bool) {
    guard others.count < Self.maximumOtherNames else { return }
    guard !lasts else { return others.append(.row(text)) }
    let start = own.count
    for index in 0..<text.count { own.append(text.byte(at: index)) }
    others.append(.own(start: start, end: own.count))
  }

  private mutating func addOther(_ text: Text) {
    if others.count < Self.maximumOtherNames { others.append(text) }
  }

  /// Keeps a copy of a text that will not last, if none of a better rank is there.
  mutating func set(_ slot: Slot, copying text: ByteView, rank: Int = 0) {
    let text = text.trimmed
    guard rank < ranks[slot.rawValue], text.count > 0, !text.isPlaceholder else { return }
    let start = own.count
    for index in 0..<text.count { own.append(text.byte(at: index)) }
    finish(slot, from: start, rank: rank)
  }

  /// How good what the kind of place is told by is; `Int.max` while nothing told.
  var kindRank: Int { ranks[Slot.kind.rawValue] }

  /// Keeps a tag as `key=value`, if none of a better rank is there.
  mutating func set(_ slot: Slot, key: ByteView, value: ByteView, rank: Int) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    for index in 0..<key.count { own.append(key.byte(at: index)) }
    own.append(UInt8(ascii: "="))
    for index in 0..<value.count { own.append(value.byte(at: index)) }
    finish(slot, from: start, rank: rank)
  }

  /// Keeps strings joined by something between them, as one.
  mutating func set(_ slot: Slot, joining parts: [JSONString], by separator: String, rank: Int = 0) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    for part in parts where part.raw.count > 0 {
      appendSeparator(separator, after: start)
      part.unescape(into: &own)
    }
    finish(slot, from: start, rank: rank)
  }

  /// Keeps texts that are there already as one.
  mutating func set(_ slot: Slot, joining slots: [Slot], by separator: String = " ", rank: Int = 0) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    for part in slots where has(part) {
      appendSeparator(separator, after: start)
      switch texts[part.rawValue] {
      case .absent: break
      default: copyToOwn(texts[part.rawValue])
      }
    }
    finish(slot, from: start, rank: rank)
  }

  private mutating func copyToOwn(_ text: Text) {
    switch text {
    case .absent: break
    case .row(let view): for index in 0..<view.count { own.append(view.byte(at: index)) }
    // By index: a window would not survive the growth of the list that it looks into.
    case .own(let first, let end): for index in first..<end { own.append(own[index]) }
    }
  }

  private mutating func appendSeparator(_ separator: String, after start: Int) {
    guard own.count > start else { return }
    for byte in separator.utf8 { own.append(byte) }
  }

  private mutating func finish(_ slot: Slot, from start: Int, rank: Int) {
    guard own.count > start else { return }
    ranks[slot.rawValue] = rank
    texts[slot.rawValue] = .own(start: start, end: own.count)
  }

  /// Adds a group that a tag or a list of words names; the one with the best rank is the one that is shown.
  mutating func add(group: UInt8, rank: Int) {
    tagGroups |= 1 << UInt32(group)
    guard rank < primaryRank else { return }
    primaryRank = rank
    tagPrimary = group
  }

  /// Adds a group that a column of categories names: a better column says it alone.
  ///
  /// - Parameters:
  ///   - group: The group; ``RowFormat/noGroup`` when the column says that the place belongs to none.
  ///   - rank: How good the column is.
  mutating func add(columnGroup group: UInt8, rank: Int) {
    guard rank <= columnRank else { return }
    if rank < columnRank { (columnGroups, columnPrimary) = (0, group) }
    columnRank = rank
    if group != RowFormat.noGroup { columnGroups |= 1 << UInt32(group) }
  }

  /// One bit for each group that the row names.
  var groups: UInt32 {
    columnGroups | tagGroups | (isStation && isMetro ? CategoryGroup.subway.bit : 0)
  }
  /// The group that is shown of those that the row names.
  var primary: UInt8 {
    if columnPrimary != RowFormat.noGroup { return columnPrimary }
    return tagPrimary == RowFormat.noGroup && isStation && isMetro ? UInt8(CategoryGroup.subway.ordinal) : tagPrimary
  }
  /// Whether the row says that its place is of a kind that belongs to no group.
  var isOfNoGroup: Bool { columnRank != .max && columnGroups == 0 }

  /// The latitude or northing of a pair; not a number when there is none.
  func latitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue)] }

  /// The longitude or easting of a pair; not a number when there is none.
  func longitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue) + 1] }

  /// Notes one number of a pair, unless one is there.
  mutating func setLatitude(_ number: Double, in slot: UInt8) {
    if coordinates[2 * Int(slot)].isNaN { coordinates[2 * Int(slot)] = number }
  }

  /// Notes one number of a pair, unless one is there.
  mutating func setLongitude(_ number: Double, in slot: UInt8) {
    if coordinates[2 * Int(slot) + 1].isNaN { coordinates[2 * Int(slot) + 1] = number }
  }

  /// Notes a pair.
  mutating func setCoordinate(latitude: Double, longitude: Double, in slot: CoordinateSlot) {
    setLatitude(latitude, in: slot.rawValue)
    setLongitude(longitude, in: slot.rawValue)
  }

  /// Whether a text is there.
  func has(_ slot: Slot) -> Bool { ranks[slot.rawValue] != .max }

  /// Gives the row an id made of what it is: the same row gets the same id in every build.
  mutating func setDerivedIdentifier(latitude: Int32, longitude: Int32) {
    var hash = UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    for slot in [Slot.name, .kind, .phone] {
      hash = (hash ^ IdentifierTable.hash(text(slot))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let start = own.count
    own.append(UInt8(ascii: "~"))
    for byte in String(hash, radix: 16).utf8 { own.append(byte) }
    finish(.id, from: start, rank: 0)
  }

  /// The words of the row as an index keeps them; valid until the draft changes or the row's bytes move.
  var fields: PlaceFields {
    PlaceFields(
      id: text(.id),
      name: text(.name),
      phone: text(.phone),
      lotAddress: text(.lotAddress),
      roadAddress: text(.roadAddress),
      url: text(.url),
      otherNames: otherNames
    )
  }

  /// The names beside the one that is shown, parted by line feeds; set by ``gatherOtherNames()``.
  private var otherNames: ByteView {
    others.count == 1 ? view(of: others[0]) : .empty
  }

  /// Puts the names beside the one that is shown together.
  mutating func gatherOtherNames() {
    guard others.count > 1 else { return }
    let start = own.count
    for index in 0..<others.count {
      if own.count > start { own.append(0x0A) }
      copyToOwn(others[index])
    }
    others.removeAll()
    others.append(.own(start: start, end: own.count))
  }

  /// Puts the branch behind the name, unless the name says it already.
  mutating func joinBranch() {
    let branch = text(.branch)
    guard branch.count > 0 else { return }
    guard has(.name) else { return set(.name, joining: [.branch]) }
    if !text(.name).contains(branch) { set(.name, joining: [.name, .branch], rank: -1) }
  }

  /// Gives an element of OpenStreetMap the id that OpenStreetMap itself writes: `way/123`.
  mutating func setElementIdentifier() {
    if has(.osmType), text(.osmType).isElementType {
      let number: Slot = has(.osmNumber) ? .osmNumber : .id
      if text(number).isNumber { set(.id, joining: [.osmType, number], by: "/", rank: -1) }
    } else if has(.osmWayNumber), !has(.osmNumber), text(.osmWayNumber).isNumber {
      setIdentifier(prefix: "way/", of: text(.osmWayNumber))
    } else if has(.osmNumber), !has(.id), text(.osmNumber).isNumber {
      let prefix = geometryKind == .area ? "relation/" : geometryKind == .line ? "way/" : "node/"
      setIdentifier(prefix: prefix, of: text(.osmNumber))
    } else if primaryRank >= 100, primaryRank < 200 || hasTags, let (prefix, number) = text(.id).typedElement {
      setIdentifier(prefix: prefix, of: number)
    }
  }

  private mutating func setIdentifier(prefix: String, of number: ByteView) {
    setIdentifier(prefix: prefix, of: Int(number.text) ?? 0)
  }

  private mutating func setIdentifier(prefix: String, of number: Int) {
    let start = own.count
    for byte in (prefix + String(number)).utf8 { own.append(byte) }
    finish(.id, from: start, rank: -1)
  }

  /// The text of a slot; valid until the draft changes or the row's bytes move.
  func text(_ slot: Slot) -> ByteView { view(of: texts[slot.rawValue]) }

  private func view(of text: Text) -> ByteView {
    switch text {
    case .absent: .empty
    case .row(let view): view
    case .own(let start, let end): own.window(start..<end)
    }
  }
}
