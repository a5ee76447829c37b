import Domain

/// What one row of an input has told so far; used again for the next row.
struct RowDraft: ~Copyable {
  /// Text of a row: in the row itself, or unescaped or composed in the draft's own memory.
  enum Text: BitwiseCopyable {
    case absent
    case row(ByteView)
    case own(start: Int, end: Int)
  }

  /// Degrees north as the row says.
  var latitude: Double?
  /// Degrees east as the row says.
  var longitude: Double?
  /// The second best pair of coordinates: columns that are only called x and y.
  var easting: Double?
  var northing: Double?
  /// Whether a coordinate was there that is not a number.
  var hasUnreadableCoordinate = false
  /// The source's confidence that the place exists, 0...1.
  var confidence: Double?
  /// Whether the row says that the place is closed.
  var isClosed = false
  /// One bit for each group.
  private(set) var groups: UInt32 = 0
  /// The group named by the best word so far.
  private(set) var primary = RowFormat.noGroup
  private var primaryRank = Int.max

  // Not inline arrays: an element of one is read out of a copy of the whole.
  private var texts = GrowableBuffer<Text>(capacity: slotCount)
  private var ranks = GrowableBuffer<Int>(capacity: slotCount)
  private var own = GrowableBuffer<UInt8>(capacity: 1024)

  private static let slotCount = 12

  /// Starts with nothing told.
  init() {
    for _ in 0..<Self.slotCount {
      texts.append(.absent)
      ranks.append(.max)
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
  }

  /// Forgets the last row.
  mutating func reset() {
    latitude = nil
    longitude = nil
    easting = nil
    northing = nil
    hasUnreadableCoordinate = false
    confidence = nil
    isClosed = false
    groups = 0
    primary = RowFormat.noGroup
    primaryRank = .max
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

  /// Keeps a JSON string if none of a better rank is there.
  @inline(__always)
  mutating func set(_ slot: Slot, _ text: JSONString, rank: Int = 0) {
    guard text.isEscaped else { return set(slot, text.raw, rank: rank) }
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    text.unescape(into: &own)
    ranks[slot.rawValue] = rank
    texts[slot.rawValue] = .own(start: start, end: own.count)
  }

  /// Keeps a copy of a text that will not last, if none of a better rank is there.
  mutating func set(_ slot: Slot, copying text: ByteView, rank: Int = 0) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    for index in 0..<text.count { own.append(text.byte(at: index)) }
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

  /// Keeps texts that are there already, joined by blanks, as one.
  mutating func set(_ slot: Slot, joining slots: [Slot], rank: Int = 0) {
    guard rank < ranks[slot.rawValue] else { return }
    let start = own.count
    for part in slots where has(part) {
      appendSeparator(" ", after: start)
      switch texts[part.rawValue] {
      case .absent: break
      case .row(let view): for index in 0..<view.count { own.append(view.byte(at: index)) }
      // By index: a window would not survive the growth of the list that it looks into.
      case .own(let first, let end): for index in first..<end { own.append(own[index]) }
      }
    }
    finish(slot, from: start, rank: rank)
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

  /// Adds a group; the one with the best rank is the one that is shown.
  mutating func add(group: UInt8, rank: Int) {
    groups |= 1 << UInt32(group)
    guard rank < primaryRank else { return }
    primaryRank = rank
    primary = group
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
      url: text(.url)
    )
  }

  /// The text of a slot; valid until the draft changes or the row's bytes move.
  func text(_ slot: Slot) -> ByteView {
    switch texts[slot.rawValue] {
    case .absent: .empty
    case .row(let view): view
    case .own(let start, let end): own.window(start..<end)
    }
  }
}

extension ByteView {
  /// The bytes without white space at the ends.
  var trimmed: ByteView {
    var start = 0
    var end = count
    while start < end, byte(at: start) <= 0x20 { start += 1 }
    while end > start, byte(at: end - 1) <= 0x20 { end -= 1 }
    return start == 0 && end == count ? self : part(start..<end)
  }

  /// Whether the text only says that there is none: `-`.
  var isPlaceholder: Bool { count == 1 && byte(at: 0) == UInt8(ascii: "-") }
}
