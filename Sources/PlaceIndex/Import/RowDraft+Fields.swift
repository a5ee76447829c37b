extension RowDraft {
  /// Takes in a text that a property or column tells.
  ///
  /// - Parameters:
  ///   - entry: What it tells.
  ///   - key: The property's or column's name.
  ///   - text: The text.
  ///   - vocabulary: The tables of words.
  mutating func take(
    _ entry: FieldTable.Entry,
    key: ByteView,
    _ text: JSONString,
    _ vocabulary: ImportVocabulary
  ) {
    let rank = Int(entry.rank)
    switch entry.field {
    case .id: set(.id, text, rank: rank)
    case .name: set(.name, text, rank: rank)
    case .phone: set(.phone, text, rank: rank)
    case .lotAddress: set(.lotAddress, text, rank: rank)
    case .roadAddress: set(.roadAddress, text, rank: rank)
    case .url: set(.url, text, rank: rank)
    case .houseNumber: set(.houseNumber, text, rank: rank)
    case .street: set(.street, text, rank: rank)
    case .district: set(.district, text, rank: rank)
    case .city: set(.city, text, rank: rank)
    case .province: set(.province, text, rank: rank)
    case .kindName: set(.kind, text, rank: 0)
    case .category:
      set(.kind, text, rank: 1 + rank)
      text.withText { takeCategories($0, rank: rank, vocabulary) }
    case .basicCategory:
      set(.kind, text, rank: 20)
      text.withText { takeCategories($0, rank: 40, vocabulary) }
    case .kindTag: takeTag(key: key, text, rank: 100 + rank, vocabulary)
    case .status: if text.withText({ vocabulary.closed.value(of: $0.trimmed) }) != nil { isClosed = true }
    case .disused: if text.raw.equals("yes") { isClosed = true }
    case .latitude, .longitude, .easting, .northing, .confidence: text.withText { takeNumber(entry.field, $0.trimmed) }
    case .names: set(.name, text, rank: 50)
    case .categories: text.withText { takeCategories($0, rank: 20, vocabulary) }
    case .phones: set(.phone, text, rank: 50)
    case .websites: set(.url, text, rank: 50)
    case .taxonomy, .addresses, .nested: break
    }
  }

  /// Takes in a number, or a text that should be one.
  mutating func takeNumber(_ field: FieldVocabulary.Field, _ text: ByteView) {
    guard text.count > 0, !text.isPlaceholder else { return }
    guard let number = DecimalNumber.parse(text) else {
      if field != .confidence { hasUnreadableCoordinate = true }
      return
    }
    switch field {
    case .latitude: latitude = latitude ?? number
    case .longitude: longitude = longitude ?? number
    case .easting: easting = easting ?? number
    case .northing: northing = northing ?? number
    case .confidence: confidence = number
    default: break
    }
  }

  /// Takes in words that name groups, parted by `;`, `,` or `|`; of a path with `>` the narrowest step that names any.
  mutating func takeCategories(_ words: ByteView, rank: Int, _ vocabulary: ImportVocabulary) {
    var rest = words
    while rest.count > 0 {
      let start = rest.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
      if takeStep(rest.part(start..<rest.count), rank: rank, vocabulary) { return }
      rest = rest.part(0..<max(0, start - 1))
    }
  }

  private mutating func takeStep(_ step: ByteView, rank: Int, _ vocabulary: ImportVocabulary) -> Bool {
    if let group = vocabulary.categories.value(ofWordOrEnding: step.trimmed) {
      add(group: group, rank: rank)
      return true
    }
    var isTaken = false
    step.forEachPart { part in
      guard let group = vocabulary.categories.value(ofWordOrEnding: part.trimmed) else { return }
      add(group: group, rank: rank)
      isTaken = true
    }
    return isTaken
  }

  private mutating func takeTag(key: ByteView, _ text: JSONString, rank: Int, _ vocabulary: ImportVocabulary) {
    let words = [JSONString(raw: key, isEscaped: false), text]
    set(.kind, joining: words, by: "=", rank: rank)
    text.withText { text in
      text.forEachPart { part in
        guard let group = vocabulary.categories.value(ofKey: key, value: part.trimmed) else { return }
        // A tag with a group says more about the place than one without.
        set(.kind, joining: words, by: "=", rank: rank - 50)
        add(group: group, rank: rank)
      }
    }
  }
}

extension ByteView {
  /// The offset of the last byte that is a given one.
  func lastIndex(of wanted: UInt8) -> Int? {
    var index = count - 1
    while index >= 0, byte(at: index) != wanted { index -= 1 }
    return index >= 0 ? index : nil
  }

  /// Visits the parts between `;`, `,` and `|`.
  func forEachPart(_ body: (ByteView) -> Void) {
    var start = 0
    for index in 0..<count
    where byte(at: index) == UInt8(ascii: ";") || byte(at: index) == UInt8(ascii: ",")
      || byte(at: index) == UInt8(ascii: "|")
    {
      if index > start { body(part(start..<index)) }
      start = index + 1
    }
    if start < count { body(part(start..<count)) }
  }

  /// Whether the bytes are those of an ASCII text.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count where unsafe byte(at: index) != buffer[index] { return false }
      return true
    }
  }
}
