import Domain

/// The contents of the row that is being read; reused for the next row.
struct RowDraft: ~Copyable {
  /// A text of a row: in the row itself, or unescaped or joined in the memory of the draft.
  enum Text: BitwiseCopyable {
    case absent
    case row(ByteView)
    case own(start: Int, end: Int)
  }

  var hasUnreadableCoordinate = false
  /// Whether two numbers are a coordinate only in the other order than the name of their column or property says.
  var contradictsOrder = false
  /// How many objects of unknown keys have a position.
  var positionCount = 0
  /// The source's confidence that the place exists, 0...1.
  var confidence: Double?
  var isClosed = false
  /// Whether it has a status, and a date on which it was closed, which counts where no status says more.
  var hasStatus = false
  var hasClosingDate = false
  /// Of GTFS, the number of its type, and whether it belongs to a station.
  var stopType = 0
  var hasStation = false
  /// Whether the row is an element of OpenStreetMap without tags, such as a node of a way.
  var isUntaggedElement: Bool { isElement && !hasTags }
  /// Whether the row is an element of an Overpass answer.
  var isElement = false
  var hasTags = false
  /// Whether the row has a key that OpenStreetMap describes places with, such as `amenity` or `building`.
  var hasElementKey = false
  /// The id of a feature beside its properties, which may be that of an element; empty for none.
  var idOfFeature = ByteView.empty
  /// Whether the object is a collection of features, by its type.
  var isCollection = false
  /// The type of the element of OpenStreetMap that has such a geometry.
  var elementOfGeometry = "node/"
  var categories = RowCategories()
  /// The words of the row for its category, in every column and tag.
  var words = WordLines()
  /// The service that the licence of the place is for.
  var service: CategoryMeaning?

  // Not inline arrays, because reading an element copies the whole array.
  /// What a field without a precedence has here is of an earlier row.
  var texts = GrowableBuffer<Text>(capacity: ImportField.textCount)
  var precedences = GrowableBuffer<Precedence>(capacity: ImportField.textCount)
  var own = GrowableBuffer<UInt8>(capacity: 1024)
  /// The entry of categories, made by ``makeEntry(_:_:)``.
  var entry = GrowableBuffer<UInt8>(capacity: 256)
  /// The further facts so far, and as they are packed in the end.
  var attributes = GrowableBuffer<Attribute>(capacity: 32)
  var packedAttributes = GrowableBuffer<UInt8>(capacity: 512)
  /// The names besides the displayed one.
  var others = GrowableBuffer<Text>(capacity: 16)
  /// The keys of properties as the last row had them.
  var keyOrder = KeyOrder()
  /// Two numbers for each ``CoordinateSlot``; not a number if absent.
  private var coordinates = GrowableBuffer<Double>(capacity: 16)

  init() {
    texts.append(repeating: .absent, count: ImportField.textCount)
    precedences.append(repeating: .none, count: ImportField.textCount)
    coordinates.append(repeating: .nan, count: 2 * CoordinateSlot.allCases.count)
  }

  mutating func reset() {
    hasUnreadableCoordinate = false
    contradictsOrder = false
    positionCount = 0
    confidence = nil
    isClosed = false
    hasStatus = false
    hasClosingDate = false
    stopType = 0
    hasStation = false
    isElement = false
    hasTags = false
    hasElementKey = false
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

  /// The latitude or northing of a pair; not a number if absent.
  func latitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue)] }

  /// The longitude or easting of a pair; not a number if absent.
  func longitude(in slot: CoordinateSlot) -> Double { coordinates[2 * Int(slot.rawValue) + 1] }

  /// Sets one number of a pair unless it is there.
  mutating func setCoordinate(_ number: Double, isLongitude: Bool, in slot: UInt8) {
    let index = 2 * Int(slot) + (isLongitude ? 1 : 0)
    if coordinates[index].isNaN { coordinates[index] = number }
  }

  /// Sets a pair unless it is there.
  mutating func setCoordinate(latitude: Double, longitude: Double, in slot: CoordinateSlot) {
    setCoordinate(latitude, isLongitude: false, in: slot.rawValue)
    setCoordinate(longitude, isLongitude: true, in: slot.rawValue)
  }

  /// Whether the row has a name or an id so far, as places have and few collections.
  var isLikelyRow: Bool {
    if isCollection { return false }
    return has(.fact(.name)) ? true : has(.fact(.id))
  }

  /// Whether the row has coordinates in degrees so far as well.
  var isLikelyPlace: Bool {
    let slots = [CoordinateSlot.geodetic, .degrees, .degreesWithin]
    return isLikelyRow && slots.contains { !latitude(in: $0).isNaN && !longitude(in: $0).isNaN }
  }

  @inline(__always)
  func has(_ field: ImportField) -> Bool { precedences[field.slot] != .none }

  /// The text fields of the row; valid until the draft changes or the bytes of the row move.
  var fields: PlaceFields {
    mutating get {
      var fields = PlaceFields()
      for number in 0..<PlaceText.Field.count where !PlaceText.Field.ofCategory.contains(number) {
        if let field = PlaceText.Field(rawValue: number) { fields[field] = text(.fact(field)) }
      }
      fields.otherNames = otherNames
      fields.attributes = packedAttributes.window(0..<packedAttributes.count)
      return fields
    }
  }

  /// The text of a field; valid until the draft changes or the row's bytes move.
  @inline(__always)
  func text(_ field: ImportField) -> ByteView { has(field) ? view(of: texts[field.slot]) : .empty }

  @inline(__always)
  func view(of text: Text) -> ByteView {
    switch text {
    case .absent: .empty
    case .row(let view): view
    case .own(let start, let end): own.window(start..<end)
    }
  }
}
