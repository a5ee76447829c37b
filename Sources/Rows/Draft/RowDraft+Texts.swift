import Domain
public import Tables

/// Sets the texts of a row: as views of the row, copied, unescaped or joined.
///
/// A text with the same or a better precedence is kept.
extension RowDraft {
  /// Sets a text, or a copy of it if its bytes don't live as long as the draft.
  @inline(__always)
  package mutating func set(
    _ field: ImportField,
    text: ByteView,
    precedence: Precedence = Precedence(.named),
    outlivesRow: Bool = true
  ) {
    guard precedence < precedences[field.slot] else { return }
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder, !Self.isNothing(text, for: field) else { return }
    if field.isAddress, let plain = Markup.plainText(of: text) {
      return compose(field, precedence: precedence) { own in ByteView.over(plain) { own.append($0.trimmed) } }
    }
    guard outlivesRow else { return compose(field, precedence: precedence) { $0.append(text) } }
    precedences[field.slot] = precedence
    texts[field.slot] = .row(text)
  }

  /// Returns whether a text means a missing telephone number, website or address.
  private static func isNothing(_ text: ByteView, for field: ImportField) -> Bool {
    switch field {
    case .placeText(.phone): isNothing(text) || !text.mayBePhone
    case .placeText(.url): isNothing(text) || !text.mayBeWebsite
    case .placeText(.lotAddress), .placeText(.roadAddress): isNothing(text) || text.byte(at: 0) == UInt8(ascii: "{")
    case .houseNumber, .street, .district, .locality, .city, .province, .postcode, .country:
      // Python and JSON write a structure as a text.
      text.byte(at: 0) == UInt8(ascii: "{") || text.byte(at: 0) == UInt8(ascii: "[")
    default: false
    }
  }

  @inline(__always)
  private static func isNothing(_ text: ByteView) -> Bool {
    // Most telephone numbers begin with a digit; words for a missing value don't.
    let first = text.byte(at: 0)
    guard first < UInt8(ascii: "0") || first > UInt8(ascii: "9"), text.count <= longestNothing else { return false }
    return text.isNothing || nothings.value(of: text) != nil
  }

  private static let nothings = WordTable(FieldNames.words("words", of: "nothing").map { ($0, 1) })
  private static let longestNothing = FieldNames.words("words", of: "nothing").map(\.utf8.count).max() ?? 0

  package mutating func set(_ field: ImportField, text: JSONString, precedence: Precedence = Precedence(.named)) {
    guard text.isEscaped else { return set(field, text: text.raw, precedence: precedence) }
    compose(field, precedence: precedence) { text.unescape(into: &$0) }
  }

  package mutating func set(_ field: ImportField, key: ByteView, value: ByteView, _ precedence: Precedence) {
    compose(field, precedence: precedence) {
      $0.append(key)
      $0.append(UInt8(ascii: "="))
      $0.append(value)
    }
  }

  package mutating func set(
    _ field: ImportField,
    joining parts: [JSONString],
    by separator: String,
    _ precedence: Precedence = Precedence(.named)
  ) {
    compose(field, precedence: precedence) { own in
      var isFirst = true
      for part in parts where part.raw.count > 0 {
        if !isFirst { own.append(separator) }
        isFirst = false
        part.unescape(into: &own)
      }
    }
  }

  /// Joins the texts of the fields that the row has.
  @inline(__always)
  package mutating func set<let count: Int>(
    _ field: ImportField,
    joining fields: InlineArray<count, ImportField>,
    by separator: StaticString = " ",
    _ precedence: Precedence = Precedence(.named)
  ) {
    guard precedence < precedences[field.slot] else { return }
    let start = own.count
    for index in fields.indices { append(fields[index], after: separator, since: start) }
    useComposed(from: start, as: field, precedence)
  }

  static func copy(_ text: Text, to own: inout GrowableBuffer<UInt8>) {
    switch text {
    case .absent: break
    case .row(let view): own.append(view)
    // By index, because a view becomes invalid when the buffer grows.
    case .own(let first, let end): for index in first..<end { own.append(own[index]) }
    }
  }

  /// Sets a text that a closure writes to the draft's buffer.
  mutating func compose(
    _ field: ImportField,
    precedence: Precedence,
    _ write: (inout GrowableBuffer<UInt8>) -> Void
  ) {
    guard precedence < precedences[field.slot] else { return }
    let start = own.count
    write(&own)
    useComposed(from: start, as: field, precedence)
  }

  /// Appends the text of a field to the draft's buffer, after a separator unless it is the first since an offset.
  mutating func append(_ field: ImportField, after separator: StaticString, since start: Int) {
    guard has(field) else { return }
    if own.count > start { own.append(ByteView(separator)) }
    Self.copy(texts[field.slot], to: &own)
  }

  /// Sets a text to the end of the draft's buffer, unless it is empty.
  mutating func useComposed(from start: Int, as field: ImportField, _ precedence: Precedence) {
    guard own.count > start else { return }
    precedences[field.slot] = precedence
    texts[field.slot] = .own(start: start, end: own.count)
  }
}

/// The names of a row: the displayed name, and all names that find the place.
extension RowDraft {
  /// Adds a name; the name from the best source is displayed, and all names find the place.
  mutating func addName(_ text: ByteView, _ precedence: Precedence, outlivesRow: Bool) {
    if let plain = Markup.plainText(of: text) {
      return ByteView.over(plain) { addPlainName($0, precedence, outlivesRow: false) }
    }
    addPlainName(text, precedence, outlivesRow: outlivesRow)
  }

  private mutating func addPlainName(_ text: ByteView, _ precedence: Precedence, outlivesRow: Bool) {
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder, !takeResource(text) else { return }
    let name = ImportField.placeText(.name).slot
    // A guessed name doesn't become an alternative name.
    if precedence < precedences[name] {
      let isAdditional = has(.placeText(.name)) && !precedences[name].isGuess
      if isAdditional, others.count < Self.maximumOtherNames { others.append(texts[name]) }
      set(.placeText(.name), text: text, precedence: precedence, outlivesRow: outlivesRow)
    } else if !precedence.isGuess {
      addOther(text, outlivesRow: outlivesRow)
    }
  }

  /// Uses a Google resource name, `places/ChIJ…`, as the id of a place without one; returns `false` for any other name.
  private mutating func takeResource(_ name: ByteView) -> Bool {
    guard name.hasPrefix("places/") else { return false }
    let id = name.part(7..<name.count)
    guard id.count >= 8, !id.contains(UInt8(ascii: "/")), !id.contains(UInt8(ascii: " ")) else { return false }
    set(.placeText(.id), text: id, precedence: Precedence(.lastResort), outlivesRow: false)
    return true
  }

  private mutating func addOther(_ text: ByteView, outlivesRow: Bool) {
    guard others.count < Self.maximumOtherNames else { return }
    guard !outlivesRow else { return others.append(.row(text)) }
    let start = own.count
    own.append(text)
    others.append(.own(start: start, end: own.count))
  }

  /// The alternative names, separated by line feeds; set by ``gatherOtherNames()``.
  @inlinable
  public var otherNames: ByteView { others.count == 1 ? view(of: others[0]) : .empty }

  package mutating func gatherOtherNames() {
    guard others.count > 1 else { return }
    let start = own.count
    for index in 0..<others.count {
      if own.count > start { own.append(0x0A) }
      Self.copy(others[index], to: &own)
    }
    others.removeAll()
    others.append(.own(start: start, end: own.count))
  }

  /// Appends the branch to the name, unless the name contains it.
  package mutating func joinBranch() {
    let branch = text(.branch)
    guard branch.count > 0 else { return }
    guard has(.placeText(.name)) else { return set(.placeText(.name), joining: [.branch]) }
    if !text(.placeText(.name)).contains(branch) {
      set(.placeText(.name), joining: [.placeText(.name), .branch], Precedence(.joined))
    }
  }
}

/// The ids of rows without one, and of OpenStreetMap elements.
extension RowDraft {
  /// Sets an id derived from the contents of the row, so that the same row has the same id in every build.
  package mutating func setDerivedIdentifier(latitude: Int32, longitude: Int32) {
    var hash = UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    for field in [PlaceText.Field.name, .categoryPath, .phone] {
      hash = (hash ^ ByteHash.stable.hash(text(.placeText(field)))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    compose(.placeText(.id), precedence: Precedence(.named)) { $0.append("~" + String(hash, radix: 16)) }
  }

  /// Sets the id of an OpenStreetMap element in its usual notation: `way/123`.
  package mutating func setElementIdentifier() {
    if has(.osmType), text(.osmType).isElementType {
      let number: ImportField = has(.osmNumber) ? .osmNumber : .placeText(.id)
      guard text(number).elementNumber != nil else { return }
      set(.placeText(.id), joining: [.osmType, number], by: "/", Precedence(.joined))
    } else if has(.osmType), let prefix = text(.osmType).elementPrefix {
      guard let number = text(has(.osmNumber) ? .osmNumber : .placeText(.id)).elementNumber else { return }
      setIdentifier(prefix: prefix, of: number)
    } else if has(.osmWayNumber), !has(.osmNumber), let number = text(.osmWayNumber).elementNumber {
      setIdentifier(prefix: "way/", of: number)
    } else if has(.osmNumber), !has(.osmType), !has(.placeText(.id)), let number = text(.osmNumber).elementNumber {
      setIdentifier(prefix: elementOfGeometry, of: number)
    } else if hasElementKey, let (prefix, number) = idOfFeature.typedElement ?? text(.placeText(.id)).typedElement {
      setIdentifier(prefix: prefix, of: number)
    }
  }

  private mutating func setIdentifier(prefix: String, of number: Int) {
    compose(.placeText(.id), precedence: Precedence(.joined)) { $0.append(prefix + String(number)) }
  }
}
