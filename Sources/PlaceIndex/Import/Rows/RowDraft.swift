import Domain

/// What is known so far of the row that is being read; reused for the next row.
struct RowDraft: ~Copyable {
  /// Text of a row: in the row itself, or unescaped or composed in the draft's own memory.
  enum Text: BitwiseCopyable {
    case absent
    case row(ByteView)
    case own(start: Int, end: Int)
  }

  /// Whether a coordinate was there that is not a number.
  var hasUnreadableCoordinate = false
  /// What minutes and seconds that stand apart add to whole degrees; not a number when they are invalid.
  private(set) var latitudeFraction = 0.0
  private(set) var longitudeFraction = 0.0
  /// The source's confidence that the place exists, 0...1.
  var confidence: Double?
  /// Whether the row says that the place is closed.
  var isClosed = false
  /// Whether the row is an element of OpenStreetMap without any tag: a corner of something else.
  var isUntaggedElement: Bool { isElement && !hasTags }
  /// Whether the row is an element of an Overpass answer.
  var isElement = false
  /// Whether an object of tags was there.
  var hasTags = false
  /// Whether the object says that it is a collection of features.
  var isCollection = false
  /// What the row's geometry is, in OpenStreetMap's terms.
  var geometryType = GeometryType.unknown
  /// The groups that the row names.
  var groups = RowGroups()
  /// What the licence of the place is for.
  var service: CategoryCodes.Meaning?

  // Not inline arrays: an element of one is read out of a copy of the whole.
  var texts = GrowableBuffer<Text>(capacity: slotCount)
  var ranks = GrowableBuffer<Int>(capacity: slotCount)
  var own = GrowableBuffer<UInt8>(capacity: 1024)
  /// Names beside the one that is shown.
  var others = GrowableBuffer<Text>(capacity: 16)
  /// Texts that were rewritten for this row.
  private var kept: [KeptBytes] = []
  /// Two numbers for each ``CoordinateSlot``; not a number for none.
  private var coordinates = GrowableBuffer<Double>(capacity: 16)

  private static let slotCount = 18

  /// Starts empty.
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
    case sourceCategory
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
    (latitudeFraction, longitudeFraction) = (0, 0)
    confidence = nil
    isClosed = false
    isElement = false
    hasTags = false
    isCollection = false
    geometryType = .unknown
    groups = RowGroups()
    service = nil
    for index in 0..<coordinates.count { coordinates[index] = .nan }
    others.removeAll()
    for index in 0..<Self.slotCount {
      texts[index] = .absent
      ranks[index] = .max
    }
    own.removeAll()
    if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
  }

  /// Keeps bytes for as long as the row, and lends them.
  mutating func keep(_ bytes: [UInt8]) -> ByteView {
    let bytes = KeptBytes(bytes)
    kept.append(bytes)
    return bytes.view
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

  /// Keeps a copy of a text that will not last, if none of a better rank is there.
  mutating func set(_ slot: Slot, copying text: ByteView, rank: Int = 0) {
    let text = text.trimmed
    guard rank < ranks[slot.rawValue], text.count > 0, !text.isPlaceholder else { return }
    let start = own.count
    own.append(text)
    finish(slot, from: start, rank: rank)
  }

  /// The rank of the source category; `Int.max` without one.
  var sourceCategoryRank: Int { ranks[Slot.sourceCategory.rawValue] }

  /// Keeps a tag as `key=value`, if none of a better rank is there.
  mutating func set(_ slot: Slot, key: ByteView, value: ByteView, rank: Int) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    own.append(key)
    own.append(UInt8(ascii: "="))
    own.append(value)
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
      copyToOwn(texts[part.rawValue])
    }
    finish(slot, from: start, rank: rank)
  }

  mutating func copyToOwn(_ text: Text) {
    switch text {
    case .absent: break
    case .row(let view): own.append(view)
    // By index: a window would not survive the growth of the list that it looks into.
    case .own(let first, let end): for index in first..<end { own.append(own[index]) }
    }
  }

  private mutating func appendSeparator(_ separator: String, after start: Int) {
    guard own.count > start else { return }
    for byte in separator.utf8 { own.append(byte) }
  }

  mutating func finish(_ slot: Slot, from start: Int, rank: Int) {
    guard own.count > start else { return }
    ranks[slot.rawValue] = rank
    texts[slot.rawValue] = .own(start: start, end: own.count)
  }

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

  /// Adds minutes or seconds that stand apart from their degrees; what is not 0..<60 makes the coordinate unreadable.
  mutating func addPart(_ number: Double, of field: FieldVocabulary.Field) {
    let isValid = number >= 0 && number < 60
    if !isValid { hasUnreadableCoordinate = true }
    switch field {
    case .latitudeMinutes: latitudeFraction += isValid ? number / 60 : .nan
    case .latitudeSeconds: latitudeFraction += isValid ? number / 3600 : .nan
    case .longitudeMinutes: longitudeFraction += isValid ? number / 60 : .nan
    case .longitudeSeconds: longitudeFraction += isValid ? number / 3600 : .nan
    default: break
    }
  }

  /// Notes a pair.
  mutating func setCoordinate(latitude: Double, longitude: Double, in slot: CoordinateSlot) {
    setLatitude(latitude, in: slot.rawValue)
    setLongitude(longitude, in: slot.rawValue)
  }

  /// Whether the row says so far what it is called, as a place does and few collections.
  var isLikelyRow: Bool { !isCollection && (has(.name) || has(.id)) }

  /// Whether the row says so far where it is, in degrees of its own.
  var hasDegrees: Bool {
    for slot in [CoordinateSlot.geodetic, .degrees, .degreesWithin]
    where !latitude(in: slot).isNaN && !longitude(in: slot).isNaN { return true }
    return false
  }

  /// Whether a text is there.
  func has(_ slot: Slot) -> Bool { ranks[slot.rawValue] != .max }

  /// The text fields of the row as an index keeps them; valid until the draft changes or the row's bytes move.
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

  /// The text of a slot; valid until the draft changes or the row's bytes move.
  func text(_ slot: Slot) -> ByteView { view(of: texts[slot.rawValue]) }

  func view(of text: Text) -> ByteView {
    switch text {
    case .absent: .empty
    case .row(let view): view
    case .own(let start, let end): own.window(start..<end)
    }
  }
}
