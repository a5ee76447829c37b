import TextParsing

extension RowDraft {
  /// Reads the text of a property or column; one that does not outlive the row is copied.
  mutating func take(
    _ entry: FieldTable.Entry,
    key: ByteView,
    _ text: ByteView,
    outlivesRow: Bool,
    _ vocabulary: ImportVocabulary
  ) {
    let precedence = entry.precedence
    switch entry.field {
    case .id: set(.id, text, precedence, outlivesRow: outlivesRow)
    case .name:
      addName(text, precedence, outlivesRow: outlivesRow)
      if entry.group != RowFormat.noGroup { groups.nameGroup = entry.group }
    case .localName, .otherName: addName(text, precedence, outlivesRow: outlivesRow)
    case .phone: set(.phone, text, precedence, outlivesRow: outlivesRow)
    case .lotAddress: set(.lotAddress, text, precedence, outlivesRow: outlivesRow)
    case .roadAddress: set(.roadAddress, text, precedence, outlivesRow: outlivesRow)
    case .anyAddress:
      set(KoreanAddress.isByRoad(text) ? .roadAddress : .lotAddress, text, precedence, outlivesRow: outlivesRow)
    case .url: set(.url, text, precedence, outlivesRow: outlivesRow)
    case .houseNumber: set(.houseNumber, text, precedence, outlivesRow: outlivesRow)
    case .street: set(.street, text, precedence, outlivesRow: outlivesRow)
    case .district: set(.district, text, precedence, outlivesRow: outlivesRow)
    case .city: set(.city, text, precedence, outlivesRow: outlivesRow)
    case .province: set(.province, text, precedence, outlivesRow: outlivesRow)
    case .branch: set(.branch, text, precedence, outlivesRow: outlivesRow)
    case .country: set(.country, text, precedence, outlivesRow: outlivesRow)
    case .postcode: set(.postcode, text, precedence, outlivesRow: outlivesRow)
    case .osmType: set(.osmType, text, outlivesRow: outlivesRow)
    case .osmNumber: set(.osmNumber, text, outlivesRow: outlivesRow)
    case .osmWayNumber: set(.osmWayNumber, text, outlivesRow: outlivesRow)
    case .categoryPath: set(.sourceCategory, text, precedence, outlivesRow: outlivesRow)
    case .category:
      set(.sourceCategory, text, precedence, outlivesRow: outlivesRow)
      takeColumn(text, precedence, vocabulary)
    case .semasCode, .ksicCode: takeCode(text, entry, vocabulary)
    case .licenceCode: service = service ?? vocabulary.codes.meaning(of: text.trimmed, in: entry.field)
    case .serviceName:
      set(.sourceCategory, text, Precedence(.service, Int(entry.rank)), outlivesRow: outlivesRow)
      if let group = vocabulary.categories.value(of: text.trimmed) { service = service ?? .group(group) }
    case .foursquareLabels: takeLabels(text, outlivesRow: outlivesRow, vocabulary)
    case .basicCategory:
      set(.sourceCategory, text, Precedence(.basicCategory), outlivesRow: outlivesRow)
      takeCategories(text, Precedence(.basicCategory), vocabulary)
    case .categoryTag: takeTag(key: key, text, rank: Int(entry.rank), vocabulary)
    case .metroTag: if text.equals("yes") { groups.isMetro = true }
    case .status: if vocabulary.isClosed(text.trimmed) { isClosed = true }
    case .closingDate: if text.trimmed.count > 0, !NumberParser.isNothing(text.trimmed) { isClosed = true }
    case .disused: if text.equals("yes") { isClosed = true }
    case .openingHours: if text.equals("closed") || text.equals("off") { isClosed = true }
    case .latitude, .longitude, .easting, .northing, .confidence: takeNumber(entry, text.trimmed)
    case .names: addName(text, Precedence(.nested, 1), outlivesRow: outlivesRow)
    case .categories: takeCategories(text, Precedence(.categories), vocabulary)
    case .position, .latitudeLongitude, .longitudeLatitude, .geometryText:
      if let found = PositionParser.parse(text.trimmed, in: entry.field.order) { take(found, of: entry.field) }
    case .hstore: takeTags(hstore: text, vocabulary)
    case .taxonomy, .addresses, .nested, .brandObject: break
    }
  }

  /// Reads a JSON string.
  @inline(__always)
  mutating func take(
    _ entry: FieldTable.Entry,
    key: ByteView,
    _ text: JSONString,
    _ vocabulary: ImportVocabulary
  ) {
    guard text.isEscaped else { return take(entry, key: key, text.raw, outlivesRow: true, vocabulary) }
    text.withText { take(entry, key: key, $0, outlivesRow: false, vocabulary) }
  }

  /// Reads a number, or a text that should be one.
  mutating func takeNumber(_ entry: FieldTable.Entry, _ text: ByteView) {
    guard text.count > 0, !NumberParser.isNothing(text) else { return }
    let isDegrees = entry.field == .latitude || entry.field == .longitude
    guard let number = DecimalNumber.parse(text) ?? (isDegrees ? DegreeParser.parse(text)?.degrees : nil) else {
      if entry.field != .confidence { hasUnreadableCoordinate = true }
      return
    }
    switch entry.field {
    case .latitude, .northing: setLatitude(number, in: UInt8(entry.rank))
    case .longitude, .easting: setLongitude(number, in: UInt8(entry.rank))
    case .confidence: confidence = number
    default: break
    }
  }

  /// Takes both coordinates of a text or list.
  mutating func take(_ found: PositionParser.Found, of field: ImportField) {
    setCoordinate(latitude: found.latitude, longitude: found.longitude, in: .position)
    if let order = found.order, let said = field.order, order != said { contradictsOrder = true }
  }

  /// Reads a code of a classification.
  private mutating func takeCode(_ code: ByteView, _ entry: FieldTable.Entry, _ vocabulary: ImportVocabulary) {
    // A better column came before.
    guard entry.precedence <= groups.columnPrecedence else { return }
    switch vocabulary.codes.meaning(of: code.trimmed, in: entry.field) {
    case .group(let group): groups.add(columnGroup: group, entry.precedence)
    case .noGroup: groups.add(columnGroup: RowFormat.noGroup, entry.precedence)
    case nil: break
    }
  }

  /// Reads a column of categories; see ``RowGroups/add(columnGroup:_:)``.
  mutating func takeColumn(_ words: ByteView, _ precedence: Precedence, _ vocabulary: ImportVocabulary) {
    guard precedence <= groups.columnPrecedence else { return }
    words.forEachStep { step in
      Self.visitGroups(of: step, vocabulary) { groups.add(columnGroup: $0, precedence) }
    }
  }

  /// Reads words that name groups, separated by `;`, `,` or `|`; of a path with `>`, the narrowest step that names one.
  mutating func takeCategories(_ words: ByteView, _ precedence: Precedence, _ vocabulary: ImportVocabulary) {
    words.forEachStep { step in
      Self.visitGroups(of: step, vocabulary) { groups.add(group: $0, precedence) }
    }
  }

  /// Calls a closure for the groups that a step of a path names, as a whole or else by its parts; `false` if it names none.
  private static func visitGroups(of step: ByteView, _ vocabulary: ImportVocabulary, _ body: (UInt8) -> Void) -> Bool {
    if let group = vocabulary.categories.value(ofWordOrEnding: step) {
      body(group)
      return true
    }
    var hasAny = false
    step.forEachPart { part in
      guard let group = vocabulary.categories.value(ofWordOrEnding: part.trimmed) else { return }
      body(group)
      hasAny = true
    }
    return hasAny
  }

  /// Reads labels of Foursquare, one or a list in brackets: paths of which the narrowest known step is used.
  mutating func takeLabels(_ text: ByteView, outlivesRow: Bool, _ vocabulary: ImportVocabulary) {
    FoursquareLabels.forEachLabel(in: text) { label in
      set(.sourceCategory, label, Precedence(.labels), outlivesRow: outlivesRow)
      label.forEachStep { step in
        guard let group = vocabulary.foursquare.value(of: step) else { return false }
        // The first label is the displayed one.
        if group != RowFormat.noGroup { groups.add(group: group, Precedence(.labels)) }
        return true
      }
    }
  }

  /// Reads tags written `"key"=>"value","key"=>"value"`.
  private mutating func takeTags(hstore text: ByteView, _ vocabulary: ImportVocabulary) {
    var offset = 0
    while let key = text.quotedText(from: &offset), let value = text.quotedText(from: &offset) {
      ByteView.over(key) { key in
        guard let entry = vocabulary.fields.entry(for: key), entry.field != .hstore else { return }
        ByteView.over(value) { take(entry, key: key, $0, outlivesRow: false, vocabulary) }
      }
    }
    hasElementKey = true
  }

  private mutating func takeTag(key: ByteView, _ text: ByteView, rank: Int, _ vocabulary: ImportVocabulary) {
    hasElementKey = true
    set(.sourceCategory, key: key, value: text, Precedence(.bareTag, rank))
    if text.equals("station"), key.equals("railway") || key.equals("public_transport") { groups.isStation = true }
    text.forEachPart { part in
      guard let group = vocabulary.categories.value(ofKey: key, value: part.trimmed) else { return }
      set(.sourceCategory, key: key, value: text, Precedence(.tag, rank))
      groups.add(group: group, Precedence(.tag, rank))
    }
  }
}
