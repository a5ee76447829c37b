import Domain
public import Tables

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
    let name = ImportField.fact(.name).slot
    // A guessed name is no further name.
    if precedence < precedences[name] {
      let isFurther = has(.fact(.name)) && !precedences[name].isGuess
      if isFurther, others.count < Self.maximumOtherNames { others.append(texts[name]) }
      set(.fact(.name), text: text, precedence: precedence, outlivesRow: outlivesRow)
    } else if !precedence.isGuess {
      addOther(text, outlivesRow: outlivesRow)
    }
  }

  /// Uses a Google resource name, `places/ChIJ…`, as the id of a place without one; returns `false` for any other name.
  private mutating func takeResource(_ name: ByteView) -> Bool {
    guard name.hasPrefix("places/") else { return false }
    let id = name.part(7..<name.count)
    guard id.count >= 8, !id.contains(UInt8(ascii: "/")), !id.contains(UInt8(ascii: " ")) else { return false }
    set(.fact(.id), text: id, precedence: Precedence(.lastResort), outlivesRow: false)
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
    guard has(.fact(.name)) else { return set(.fact(.name), joining: [.branch]) }
    if !text(.fact(.name)).contains(branch) {
      set(.fact(.name), joining: [.fact(.name), .branch], Precedence(.joined))
    }
  }
}

/// The ids of rows without one, and of OpenStreetMap elements.
extension RowDraft {
  /// Sets an id derived from the contents of the row, so that the same row has the same id in every build.
  package mutating func setDerivedIdentifier(latitude: Int32, longitude: Int32) {
    var hash = UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    for field in [PlaceText.Field.name, .categoryPath, .phone] {
      hash = (hash ^ ByteHash.stable.hash(text(.fact(field)))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    compose(.fact(.id), precedence: Precedence(.named)) { $0.append("~" + String(hash, radix: 16)) }
  }

  /// Sets the id of an OpenStreetMap element in its usual notation: `way/123`.
  package mutating func setElementIdentifier() {
    if has(.osmType), text(.osmType).isElementType {
      let number: ImportField = has(.osmNumber) ? .osmNumber : .fact(.id)
      guard text(number).elementNumber != nil else { return }
      set(.fact(.id), joining: [.osmType, number], by: "/", Precedence(.joined))
    } else if has(.osmWayNumber), !has(.osmNumber), let number = text(.osmWayNumber).elementNumber {
      setIdentifier(prefix: "way/", of: number)
    } else if has(.osmNumber), !has(.fact(.id)), let number = text(.osmNumber).elementNumber {
      setIdentifier(prefix: elementOfGeometry, of: number)
    } else if hasElementKey, let (prefix, number) = idOfFeature.typedElement ?? text(.fact(.id)).typedElement {
      setIdentifier(prefix: prefix, of: number)
    }
  }

  private mutating func setIdentifier(prefix: String, of number: Int) {
    compose(.fact(.id), precedence: Precedence(.joined)) { $0.append(prefix + String(number)) }
  }
}
