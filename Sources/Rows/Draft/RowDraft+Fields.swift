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
    if let use = entry.attribute { takeAttribute(use, key: key, text, outlivesRow: outlivesRow) }
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
      takePath(text, vocabulary)
    case .placeText, .houseNumber, .street, .district, .city, .province, .branch, .country, .postcode, .osmType,
      .osmNumber,
      .osmWayNumber:
      set(entry.field, text: text, precedence: precedence, outlivesRow: outlivesRow)
    case .category, .semasCode, .ksicCode, .licenceCode, .serviceName, .foursquareLabels, .overture, .categoryTag,
      .metroTag, .categories:
      takeCategory(entry, key: key, text: text, outlivesRow: outlivesRow, vocabulary: vocabulary)
    case .status, .closingDate, .closedFlag, .openFlag, .disused: takeState(entry, text: text, vocabulary: vocabulary)
    case .stopType: stopType = text.trimmed.number ?? -1
    case .stopParent: if text.trimmed.count > 0 { hasStation = true }
    case .latitude, .longitude, .easting, .northing, .confidence: takeNumber(entry, text.trimmed)
    case .names: addName(text, Precedence(.nested, 1), outlivesRow: outlivesRow)
    case .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
      // Well-known text has no comma between the two numbers; a pair with a comma is in the usual order of texts.
      let field = entry.field == .geometryText && text.trimmed.isSeparatedPair ? .coordinate : entry.field
      if let found = CoordinateTextParser.parse(text.trimmed, in: field.order) { take(found, of: field) }
    case .hstore: takeTags(hstore: text, vocabulary)
    case .taxonomy, .hierarchy, .addresses, .nested, .openingHours, .attribute: break
    }
  }

  /// Reads a category, in the form of its field.
  private mutating func takeCategory(
    _ entry: FieldTable.Entry,
    key: ByteView,
    text: ByteView,
    outlivesRow: Bool,
    vocabulary: ImportVocabulary
  ) {
    let precedence = entry.precedence
    switch entry.field {
    case .category:
      if let plain = Markup.plainText(of: text) {
        return ByteView.over(plain) { take(entry, key: key, text: $0, outlivesRow: false, vocabulary: vocabulary) }
      }
      set(.placeText(.categoryPath), text: text, precedence: precedence, outlivesRow: outlivesRow)
      takeColumn(text, precedence: precedence, vocabulary: vocabulary)
    case .semasCode, .ksicCode: takeCode(text, entry: entry, vocabulary: vocabulary)
    case .licenceCode:
      words.append(text)
      service = service ?? vocabulary.meaning(ofCode: text.trimmed, in: entry.field)
    case .serviceName:
      set(
        .placeText(.categoryPath),
        text: text,
        precedence: Precedence(.service, Int(entry.rank)),
        outlivesRow: outlivesRow
      )
      words.append(text)
      service = service ?? vocabulary.meaning(vocabulary.categories.value(of: text.trimmed))
    case .foursquareLabels: takeLabels(text, outlivesRow: outlivesRow, vocabulary)
    case .overture:
      // A path has precedence, because it is more specific.
      set(.placeText(.categoryPath), text: text, precedence: Precedence(entry.source, 1), outlivesRow: outlivesRow)
      takeOverture(text, precedence: Precedence(entry.source), vocabulary: vocabulary)
    case .categoryTag: takeTag(key: key, text, rank: Int(entry.rank), vocabulary)
    case .metroTag: if text.equals("yes") { categories.isMetro = true }
    case .categories:
      set(.placeText(.categoryPath), text: text, precedence: Precedence(.categories, 1), outlivesRow: outlivesRow)
      takeCategories(text, precedence: Precedence(.categories), vocabulary: vocabulary)
    default: break
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

  /// Reads both coordinates from a text or list.
  package mutating func take(_ found: CoordinateTextParser.ParsedCoordinate, of field: ImportField) {
    setCoordinate(latitude: found.latitude, longitude: found.longitude, in: .coordinate)
    if let order = found.order, let declared = field.order, order != declared { contradictsOrder = true }
  }

  private mutating func takeCode(_ code: ByteView, entry: FieldTable.Entry, vocabulary: ImportVocabulary) {
    words.append(code)
    if let meaning = vocabulary.meaning(ofCode: code.trimmed, in: entry.field) {
      categories.add(column: meaning, entry.precedence)
    }
  }

  mutating func takeColumn(_ text: ByteView, precedence: Precedence, vocabulary: ImportVocabulary) {
    words.append(text)
    text.forEachStep { step in
      Self.visitMeanings(of: step, vocabulary) { categories.add(column: $0, precedence) }
    }
  }

  /// Reads words for categories, separated by `;`, `,` or `|`; in a path with `>`, the narrowest known step.
  package mutating func takeCategories(_ text: ByteView, precedence: Precedence, vocabulary: ImportVocabulary) {
    words.append(text)
    text.forEachStep { step in
      Self.visitMeanings(of: step, vocabulary) { categories.add($0, precedence) }
    }
  }

  /// Reads a category name of Overture, which may have a meaning of its own: `pension` is an office.
  mutating func takeOverture(_ name: ByteView, precedence: Precedence, vocabulary: ImportVocabulary) {
    guard let meaning = vocabulary.meaning(vocabulary.taxonomy.value(ofWordOrEnding: name)) else {
      return takeCategories(name, precedence: precedence, vocabulary: vocabulary)
    }
    words.append(name)
    categories.add(meaning, precedence)
  }

  /// Calls a closure with the meaning of a path's step or, if it has none, with the meanings of its parts; returns
  /// `false` if there are none.
  private static func visitMeanings(
    of step: ByteView,
    _ vocabulary: ImportVocabulary,
    _ body: (CategoryMeaning) -> Void
  ) -> Bool {
    if let meaning = vocabulary.meaning(ofWord: step) {
      body(meaning)
      return true
    }
    var hasAny = false
    step.forEachPart { part in
      guard let meaning = vocabulary.meaning(ofWord: part.trimmed) else { return }
      body(meaning)
      hasAny = true
    }
    return hasAny
  }

  /// Reads a service's category path; each step may be a kind or a tag.
  ///
  /// The group has a column of its own.
  private mutating func takePath(_ path: ByteView, _ vocabulary: ImportVocabulary) {
    path.forEachStep { step in
      let meaning = vocabulary.meaning(vocabulary.paths.value(of: step)) ?? .none
      if !meaning.kinds.isEmpty || step.contains("=") { categories.add(meaning, Precedence(.labels)) }
      return false
    }
  }

  /// Reads one Foursquare label or a bracketed list of them; the narrowest known step of each path is used.
  mutating func takeLabels(_ text: ByteView, outlivesRow: Bool, _ vocabulary: ImportVocabulary) {
    FoursquareLabels.forEachLabel(in: text) { label in
      set(.placeText(.categoryPath), text: label, precedence: Precedence(.labels), outlivesRow: outlivesRow)
      words.append(label)
      label.forEachStep { step in
        guard let meaning = vocabulary.meaning(vocabulary.foursquare.value(of: step)) else { return false }
        // The first label is the displayed one.
        categories.add(meaning, Precedence(.labels))
        return true
      }
    }
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

  private mutating func takeTag(key: ByteView, _ text: ByteView, rank: Int, _ vocabulary: ImportVocabulary) {
    hasElementKey = true
    set(.placeText(.categoryPath), key: key, value: text, Precedence(.bareTag, rank))
    if text.equals("station"), OSMTags.stationKeys.contains(key.text) { categories.isStation = true }
    text.forEachPart { part in
      words.append(key: key, value: part.trimmed)
      guard let meaning = vocabulary.meaning(vocabulary.categories.value(ofKey: key, value: part.trimmed)) else {
        return
      }
      if meaning.group != CategoryMeaning.noGroup {
        set(.placeText(.categoryPath), key: key, value: text, Precedence(.tag, rank))
      }
      categories.add(meaning, Precedence(.tag, rank))
    }
  }
}
