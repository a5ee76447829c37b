import Domain
package import Tables

extension RowDraft {
  /// Reads the text of a property or column; a text that doesn't outlive the row is copied.
  package mutating func take(
    _ entry: FieldTable.Entry,
    key: ByteView,
    text: ByteView,
    outlivesRow: Bool,
    vocabulary: ImportVocabulary
  ) {
    let precedence = entry.precedence
    if let use = entry.attribute, entry.field != .nested {
      takeAttribute(use, key: key, text, outlivesRow: outlivesRow)
    }
    if entry.mayClose, text.equals("closed") || text.equals("off") { isClosed = true }
    switch entry.field {
    case .placeText(.id):
      // This id identifies an OpenStreetMap element, regardless of other numbers.
      set(
        .placeText(.id),
        text: text,
        precedence: text.isElementPath ? Precedence(.wantedLanguage) : precedence,
        outlivesRow: outlivesRow
      )
    case .placeText(.name):
      // Only the title of the displayed name determines the category.
      if precedence < precedences[ImportField.placeText(.name).slot] {
        categories.ofNameColumn = vocabulary.meaning(entry.category) ?? .none
      }
      addName(text, precedence, outlivesRow: outlivesRow)
    case .localName, .otherName: addName(text, precedence, outlivesRow: outlivesRow)
    case .anyAddress:
      set(
        KoreanAddress.isByRoad(text) ? .placeText(.roadAddress) : .placeText(.lotAddress),
        text: text,
        precedence: precedence,
        outlivesRow: outlivesRow
      )
    case .placeText(.categoryPath):
      set(.placeText(.categoryPath), text: text, precedence: precedence, outlivesRow: outlivesRow)
      takePath(text, precedence: precedence, vocabulary)
    case .placeText, .houseNumber, .street, .district, .locality, .city, .province, .branch, .country, .postcode,
      .osmType, .osmNumber, .osmWayNumber:
      set(entry.field, text: text, precedence: precedence, outlivesRow: outlivesRow)
    case .category, .semasCode, .ksicCode, .licenceCode, .serviceName, .foursquareLabels, .overture, .categoryTag,
      .metroTag, .categories:
      takeCategory(entry, key: key, text: text, outlivesRow: outlivesRow, vocabulary: vocabulary)
    case .status, .closingDate, .closedFlag, .openFlag, .disused: takeState(entry, text: text, vocabulary: vocabulary)
    case .stopType: stopType = text.trimmed.number ?? -1
    case .stopParent: if text.trimmed.count > 0 { hasStation = true }
    case .latitude, .longitude, .easting, .northing, .confidence, .latitudeHemisphere, .longitudeHemisphere:
      takeNumber(entry, text.trimmed)
    case .names: addName(text, Precedence(.nested, 1), outlivesRow: outlivesRow)
    case .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
      // Well-known text has no comma between the two numbers; a pair with a comma is in the usual order of texts.
      let field = entry.field == .geometryText && text.trimmed.isSeparatedPair ? .coordinate : entry.field
      if let found = CoordinateTextParser.parse(text.trimmed, in: field.order) { take(found, of: field) }
    case .hstore: takeTags(hstore: text, vocabulary)
    case .nested: takeObject(text.trimmed, of: entry, key: key, outlivesRow: outlivesRow, vocabulary)
    case .taxonomy, .hierarchy, .addresses, .contact, .openingHours, .attribute: break
    }
  }

  /// Reads a status, a date, or a yes or no that may mean a closed place.
  private mutating func takeState(_ entry: FieldTable.Entry, text: ByteView, vocabulary: ImportVocabulary) {
    switch entry.field {
    case .status:
      let isCertain = entry.source != .lastResort
      if vocabulary.isClosed(text.trimmed, isCertain: isCertain) { isClosed = true }
      if isCertain, text.trimmed.count > 0 { hasStatus = true }
    case .closingDate: if vocabulary.isPast(text.trimmed) { hasClosingDate = true }
    case .closedFlag: if vocabulary.isClosedFlag(text.trimmed) { isClosed = true }
    case .openFlag where entry.source == .lastResort: if text.trimmed.equals("0") { isClosed = true }
    case .openFlag: if vocabulary.isNo(text.trimmed) || vocabulary.isClosed(text.trimmed) { isClosed = true }
    case .disused: if text.equals("yes") { isClosed = true }
    default: break
    }
  }

  @inline(__always)
  package mutating func take(_ entry: FieldTable.Entry, key: ByteView, text: JSONString, vocabulary: ImportVocabulary) {
    // As in a table, a dash or `null` is a missing value.
    if text.raw.isNothing { return }
    guard text.isEscaped else {
      return take(entry, key: key, text: text.raw, outlivesRow: true, vocabulary: vocabulary)
    }
    text.withText { take(entry, key: key, text: $0, outlivesRow: false, vocabulary: vocabulary) }
  }

  /// Reads a number, or a text that should be a number.
  mutating func takeNumber(_ entry: FieldTable.Entry, _ text: ByteView) {
    if entry.field.isHemisphere { return takeHemisphere(text, isLongitude: entry.field == .longitudeHemisphere) }
    guard text.count > 0, !text.isNothing else { return }
    guard let number = entry.field == .confidence ? DecimalNumber.parse(text) : text.coordinate else {
      if entry.field != .confidence { hasUnreadableCoordinate = true }
      return
    }
    switch entry.field {
    case .confidence: confidence = number
    case let field: setCoordinate(number, isLongitude: field == .longitude || field == .easting, in: UInt8(entry.rank))
    }
  }

  private mutating func takeHemisphere(_ text: ByteView, isLongitude: Bool) {
    let hemisphere = Angle.hemisphere(text.text)
    setSign(hemisphere?.isLatitude == !isLongitude ? hemisphere?.sign ?? 0 : 0, isLongitude: isLongitude)
  }

  /// Reads both coordinates from a text or list.
  package mutating func take(_ found: CoordinateTextParser.ParsedCoordinate, of field: ImportField) {
    setCoordinate(latitude: found.latitude, longitude: found.longitude, in: .coordinate)
    if let order = found.order, let declared = field.order, order != declared { contradictsOrder = true }
  }

  /// Reads an object of JSON or Python, or tags of PostgreSQL, in a cell; another text is only an attribute.
  private mutating func takeObject(
    _ text: ByteView,
    of entry: FieldTable.Entry,
    key: ByteView,
    outlivesRow: Bool,
    _ vocabulary: ImportVocabulary
  ) {
    if text.hasPrefix("\""), text.contains("\"=>") { return takeTags(hstore: text, vocabulary) }
    if takeMembers(of: text, vocabulary) { return }
    if text.hasPrefix("{"), let json = PythonText.json(of: text),
      ByteView.over(json, { takeMembers(of: $0, vocabulary) })
    {
      return
    }
    guard let use = entry.attribute else { return }
    takeAttribute(use, key: key, text, outlivesRow: outlivesRow)
  }

  /// Reads the texts, numbers and Booleans in an object of JSON; returns `false` if the text isn't an object.
  private mutating func takeMembers(of object: ByteView, _ vocabulary: ImportVocabulary) -> Bool {
    guard object.count > 0, object.byte(at: 0) == UInt8(ascii: "{") else { return false }
    var cursor = JSONViewCursor(object, at: 0)
    let isRead: Void? = try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let text: JSONString
      switch try cursor.peek() {
      case UInt8(ascii: "\""): text = try cursor.string()
      case UInt8(ascii: "{"), UInt8(ascii: "["): return
      default:
        let word = try cursor.scalar()
        // As OpenStreetMap writes them.
        let value = word.equals("true") ? ByteView("yes") : word.equals("false") ? ByteView("no") : word
        text = JSONString(raw: value, isEscaped: false)
      }
      guard !text.raw.isNull, !text.raw.isNothing else { return }
      key.withText { name in
        guard var entry = vocabulary.fields.entry(for: name), entry.field != .nested else { return }
        // Other columns of the table have precedence.
        if entry.source == .named { entry.source = .attributes }
        text.withText { take(entry, key: name, text: $0, outlivesRow: false, vocabulary: vocabulary) }
      }
    }
    return isRead != nil
  }

  /// Reads tags written as `"key"=>"value","key"=>"value"`.
  private mutating func takeTags(hstore text: ByteView, _ vocabulary: ImportVocabulary) {
    var offset = 0
    while let key = text.quotedText(from: &offset), let value = text.quotedText(from: &offset) {
      ByteView.over(key) { key in
        guard let entry = vocabulary.fields.entry(for: key), entry.field != .hstore else { return }
        ByteView.over(value) { take(entry, key: key, text: $0, outlivesRow: false, vocabulary: vocabulary) }
      }
    }
    hasElementKey = true
  }
}
