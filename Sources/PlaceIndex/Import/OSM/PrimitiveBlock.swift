import Domain
import Rows
import Tables

/// The contents of a data blob: its texts, and the groups of elements that use them.
///
/// The object is reused for the next block. The caller keeps the bytes alive while it uses the contents.
struct PrimitiveBlock: ~Copyable {
  private var texts = GrowableBuffer<ByteView>(capacity: 1 << 12)
  /// For each text, one plus the number of the selected key that it equals; 0 for most texts.
  private var marks = GrowableBuffer<UInt32>(capacity: 1 << 12)
  /// For each text, the last key whose value it was, and the verdict.
  private var verdicts = GrowableBuffer<UInt64>(capacity: 1 << 12)
  /// For each text, the key of ground that it equals; 0 for most texts.
  private var groundKeys = GrowableBuffer<UInt8>(capacity: 1 << 12)
  /// Whether any text is a key of ground.
  private(set) var hasGroundKeys = false
  private(set) var groups: [ByteView] = []
  /// Whether any text is a selected key.
  private(set) var hasKeys = false
  private var granularity: Int64 = 100
  private var latitudeOffset: Int64 = 0
  private var longitudeOffset: Int64 = 0

  /// Reads a `PrimitiveBlock`, whose fields may come in any order.
  ///
  /// Its texts are read only for a selection.
  mutating func read(_ bytes: ByteView, _ selection: TagSelection?) throws(SyntaxError) {
    texts.removeAll()
    marks.removeAll()
    verdicts.removeAll()
    groups.removeAll(keepingCapacity: true)
    hasKeys = false
    groundKeys.removeAll()
    hasGroundKeys = false
    granularity = 100
    latitudeOffset = 0
    longitudeOffset = 0
    var reader = WireReader(bytes)
    while try reader.next() {
      switch reader.field {
      case 1:
        let table = try reader.message()
        if let selection { try readTexts(table, selection) }
      case 2: groups.append(try reader.message())
      case 17: granularity = Int64(bitPattern: try reader.value())
      case 19: latitudeOffset = Int64(bitPattern: try reader.value())
      case 20: longitudeOffset = Int64(bitPattern: try reader.value())
      default: try reader.skip()
      }
    }
    guard granularity > 0, granularity <= Int64(Int32.max) else { throw .malformed }
  }

  private mutating func readTexts(_ table: ByteView, _ selection: TagSelection) throws(SyntaxError) {
    var reader = WireReader(table)
    while try reader.next() {
      guard reader.field == 1 else {
        try reader.skip()
        continue
      }
      let text = try reader.message()
      texts.append(text)
      let mark = selection.mark(of: text)
      marks.append(mark)
      verdicts.append(0)
      if mark != 0 { hasKeys = true }
      guard selection.hasGround else { continue }
      let key = GroundTags.key(text)?.rawValue ?? 0
      groundKeys.append(key)
      if key != 0 { hasGroundKeys = true }
    }
  }

  /// Returns the key of ground that a text equals.
  @inline(__always)
  func groundKey(_ number: UInt64) -> GroundTags.Key? {
    guard number < UInt64(groundKeys.count) else { return nil }
    let key = groundKeys[Int(number)]
    return key == 0 ? nil : GroundTags.Key(rawValue: key)
  }

  func text(_ number: UInt64) throws(SyntaxError) -> ByteView {
    guard number < UInt64(texts.count) else { throw .malformed }
    return texts[Int(number)]
  }

  /// Returns the verdict of a tag about its element.
  @inline(__always)
  mutating func verdict(
    _ key: UInt64,
    value: UInt64,
    selection: TagSelection,
    vocabulary: ImportVocabulary
  ) throws(SyntaxError) -> TagSelection.Verdict {
    guard key < UInt64(marks.count) else { throw .malformed }
    let mark = marks[Int(key)]
    guard mark != 0 else { return .isNone }
    guard value < UInt64(verdicts.count) else { throw .malformed }
    let known = verdicts[Int(value)]
    if UInt32(known >> 8) == mark, let verdict = TagSelection.Verdict(rawValue: UInt8(known & 0xFF)) { return verdict }
    let verdict = selection.verdict(ofKeyMarked: mark, texts[Int(value)], vocabulary)
    verdicts[Int(value)] = UInt64(mark) << 8 | UInt64(verdict.rawValue)
    return verdict
  }

  /// Converts numbers of the block to a coordinate.
  @inline(__always)
  func point(_ latitude: Int64, _ longitude: Int64) -> ElementPoint {
    ElementPoint(
      latitude: latitudeOffset &+ granularity &* latitude,
      longitude: longitudeOffset &+ granularity &* longitude
    )
  }

  /// Returns the kinds of elements in the groups.
  func kinds() throws(SyntaxError) -> ElementKinds {
    var kinds: ElementKinds = []
    for group in groups {
      var reader = WireReader(group)
      while try reader.next() {
        kinds.formUnion(ElementKinds(ofField: reader.field))
        try reader.skip()
      }
    }
    return kinds
  }
}

struct ElementKinds: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let nodes = ElementKinds(rawValue: 1)
  static let ways = ElementKinds(rawValue: 2)
  static let relations = ElementKinds(rawValue: 4)
  static let all: ElementKinds = [.nodes, .ways, .relations]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Makes the kind of elements in a field of a group.
  init(ofField field: Int) {
    switch field {
    case 1, 2: self = .nodes
    case 3: self = .ways
    case 4: self = .relations
    default: self = []
    }
  }
}

/// A coordinate in units of 1e-7 degree, in eight bytes; absent if it isn't on the globe.
struct ElementPoint: BitwiseCopyable, Hashable, Sendable {
  let latitude: Int32
  let longitude: Int32

  static let absent = ElementPoint(latitude: Int64.max, longitude: Int64.max)
  private static let nanodegreesPerUnit: Int64 = 100

  var isOnGlobe: Bool { latitude != .min }

  /// Rounds nanodegrees.
  @inline(__always)
  init(latitude: Int64, longitude: Int64) {
    let latitude = Self.units(latitude)
    let longitude = Self.units(longitude)
    let isOnGlobe =
      latitude.magnitude <= UInt64(FixedPoint.maximumLatitude)
      && longitude.magnitude <= UInt64(FixedPoint.maximumLongitude)
    self.latitude = isOnGlobe ? Int32(latitude) : .min
    self.longitude = isOnGlobe ? Int32(longitude) : .min
  }

  /// The coordinate in degrees; `nil` if it is absent.
  var degrees: (latitude: Double, longitude: Double)? {
    isOnGlobe ? (FixedPoint.degrees(latitude), FixedPoint.degrees(longitude)) : nil
  }

  @inline(__always)
  private static func units(_ nanodegrees: Int64) -> Int64 {
    let (quotient, remainder) = nanodegrees.quotientAndRemainder(dividingBy: nanodegreesPerUnit)
    guard remainder != 0 else { return quotient }
    return remainder.magnitude * 2 < nanodegreesPerUnit.magnitude ? quotient : quotient + remainder.signum()
  }
}
