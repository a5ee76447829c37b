import Domain
public import Tables

/// The contents of the current row; reused for the next row.
///
/// It is public because the compiler inlines only public functions in other modules: a call of any other function that
/// doesn't change the draft copies all of it.
public struct RowDraft: ~Copyable {
  /// The maximum number of alternative names.
  package static let maximumOtherNames = 16

  /// A text of a row: a view of the row, or unescaped or joined in the draft's buffer.
  public enum Text: BitwiseCopyable {
    case absent
    case row(ByteView)
    case own(start: Int, end: Int)
  }

  package var hasUnreadableCoordinate = false
  /// Whether the hemisphere of a coordinate is in a column or property of its own.
  private(set) var hasSign = false
  /// Whether two numbers are a coordinate only in the reverse of the order that their column or property states.
  package var contradictsOrder = false
  /// The number of objects of unknown keys that have a position.
  package var coordinateCount = 0
  /// Whether a value of the row contains a list of objects with positions.
  package var hasLists = false
  /// The source's confidence that the place exists, 0...1.
  package var confidence: Double?
  package var isClosed = false
  /// Whether the row has a status, and whether it has a closing date, which counts only without a status.
  package var hasStatus = false
  package var hasClosingDate = false
  /// In GTFS, the type of the stop, and whether it belongs to a station.
  package var stopType = 0
  package var hasStation = false
  /// Whether the row is an OpenStreetMap element without tags, such as a node of a way.
  ///
  /// Tags may also be members of the element itself.
  @inlinable
  public var isUntaggedElement: Bool { isElement && !hasTags && !hasElementKey }
  /// Whether the row is an element of an Overpass response.
  public var isElement = false
  public var hasTags = false
  /// Whether the row has an OpenStreetMap key of places, such as `amenity` or `building`.
  @usableFromInline var hasElementKey = false
  /// Whether a tag says that there is nothing: `shop=vacant`, `amenity=no`.
  package var isVacant = false
  /// The id of a feature outside its properties, which may be an element's id; empty if there is none.
  var idOfFeature = ByteView.empty
  /// Whether the object declares itself a collection of features.
  var isCollection = false
  /// The OpenStreetMap element type that has such a geometry, as the prefix of an id.
  var elementOfGeometry = "node/"
  package var categories = RowCategories()
  /// The row's category words, from all columns and tags.
  package var words = WordLines()
  /// The service that the place's licence is for.
  package var service: CategoryMeaning?

  // Not inline arrays, because reading an element copies the whole array.
  /// Values without a precedence belong to an earlier row.
  @usableFromInline var texts = GrowableBuffer<Text>(capacity: ImportField.textCount)
  @usableFromInline var precedences = GrowableBuffer<Precedence>(capacity: ImportField.textCount)
  @usableFromInline var own = GrowableBuffer<UInt8>(capacity: 1024)
  /// The encoded category entry.
  package var entry = GrowableBuffer<UInt8>(capacity: 256)
  /// The attributes so far, and their packed form.
  package var attributes = GrowableBuffer<Attribute>(capacity: 32)
  package var packedAttributes = GrowableBuffer<UInt8>(capacity: 512)
  /// The alternative names.
  @usableFromInline var others = GrowableBuffer<Text>(capacity: 16)
  /// The keys of the previous row's properties.
  package var keyOrder = KeyOrder()
  /// Two numbers for each ``CoordinateSlot``, then the signs of the hemispheres; NaN if absent.
  private var coordinates = GrowableBuffer<Double>(capacity: 16)

  package init() {
    texts.append(repeating: .absent, count: ImportField.textCount)
    precedences.append(repeating: .none, count: ImportField.textCount)
    coordinates.append(repeating: .nan, count: Self.signIndex + 2)
  }

  /// Expects no keys, as before the first row of an input.
  package mutating func forgetKeys() { keyOrder = KeyOrder() }

  package mutating func reset() {
    hasUnreadableCoordinate = false
    hasSign = false
    contradictsOrder = false
    coordinateCount = 0
    hasLists = false
    confidence = nil
    isClosed = false
    hasStatus = false
    hasClosingDate = false
    stopType = 0
    hasStation = false
    isElement = false
    hasTags = false
    hasElementKey = false
    isVacant = false
    isCollection = false
    elementOfGeometry = "node/"
    idOfFeature = .empty
    categories = RowCategories()
    words.removeAll()
    service = nil
    coordinates.fill(with: .nan)
    others.removeAll()
    attributes.removeAll()
    precedences.fill(with: .none)
    own.removeAll()
  }

  /// Returns the latitude or northing of a pair; NaN if it is absent.
  package func latitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue)] }

  /// Returns the longitude or easting of a pair; NaN if it is absent.
  package func longitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue) + 1] }

  /// Sets one number of a pair, unless it is already set.
  package mutating func setCoordinate(_ number: Double, isLongitude: Bool, in slot: UInt8) {
    let index = 2 * Int(slot) + (isLongitude ? 1 : 0)
    if coordinates[index].isNaN { coordinates[index] = number }
  }

  /// Sets a pair, unless it is already set.
  package mutating func setCoordinate(latitude: Double, longitude: Double, in slot: CoordinateSlot) {
    setCoordinate(latitude, isLongitude: false, in: slot.rawValue)
    setCoordinate(longitude, isLongitude: true, in: slot.rawValue)
  }

  private static let signIndex = 2 * CoordinateSlot.allCases.count

  /// Sets the sign of the latitude or longitude; 0 if its hemisphere can't be read.
  mutating func setSign(_ sign: Double, isLongitude: Bool) {
    hasSign = true
    coordinates[Self.signIndex + (isLongitude ? 1 : 0)] = sign
  }

  /// Returns a latitude or longitude in its hemisphere; `nil` if the hemisphere can't be read or contradicts the
  /// number's own sign.
  func signed(_ number: Double, isLongitude: Bool) -> Double? {
    let sign = coordinates[Self.signIndex + (isLongitude ? 1 : 0)]
    guard !sign.isNaN else { return number }
    return sign == 0 || sign > 0 && number < 0 ? nil : sign * abs(number)
  }

  /// Whether the row has a name or an id so far, which few collections have.
  var isLikelyRow: Bool {
    if isCollection { return false }
    return has(.placeText(.name)) ? true : has(.placeText(.id))
  }

  /// Whether the row also has coordinates in degrees so far.
  var isLikelyPlace: Bool {
    let slots = [CoordinateSlot.geodetic, .degrees, .degreesWithin]
    return isLikelyRow && slots.contains { !latitude(in: $0).isNaN && !longitude(in: $0).isNaN }
  }

  /// Whether the row has a category so far, even an unknown one.
  var hasCategory: Bool { has(.placeText(.categoryPath)) || !words.isEmpty }

  @inlinable @inline(__always)
  public func has(_ field: ImportField) -> Bool { !precedences[field.slot].isNone }

  /// Returns the text of a field, valid until the draft changes or the row's bytes move.
  @inlinable @inline(__always)
  public func text(_ field: ImportField) -> ByteView { has(field) ? view(of: texts[field.slot]) : .empty }

  @inlinable @inline(__always)
  public func view(of text: Text) -> ByteView {
    switch text {
    case .absent: .empty
    case .row(let view): view
    case .own(let start, let end): own.window(start..<end)
    }
  }
}
