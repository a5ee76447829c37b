import Domain
package import Tables

/// Reads the categories of a row: columns, codes, paths, labels and tags.
extension RowDraft {
  /// Reads a category, in the form of its field.
  mutating func takeCategory(
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
  mutating func takePath(_ path: ByteView, precedence: Precedence, _ vocabulary: ImportVocabulary) {
    path.forEachStep { step in
      // Several words or values of a tag, as results of this program contain them.
      if step.contains(UInt8(ascii: ";")) {
        takeList(step, vocabulary)
        return false
      }
      let meaning = vocabulary.meaning(vocabulary.paths.value(of: step)) ?? .none
      if !meaning.kinds.isEmpty || step.contains("=") { categories.add(meaning, Precedence(.labels)) }
      return false
    }
    // The words of the path, if no other column has categories.
    if precedence.isGuess { takeColumn(path, precedence: precedence, vocabulary: vocabulary) }
  }

  private mutating func takeList(_ list: ByteView, _ vocabulary: ImportVocabulary) {
    guard let sign = list.firstIndex(of: UInt8(ascii: "=")) else {
      words.append(list)
      _ = Self.visitMeanings(of: list, vocabulary) { categories.add($0, Precedence(.labels)) }
      return
    }
    let key = list.part(0..<sign)
    list.part(sign + 1..<list.count).forEachPart { part in
      words.append(key: key, value: part.trimmed)
      let value = vocabulary.categories.value(ofKey: key, value: part.trimmed)
      vocabulary.meaning(value).map { categories.add($0, Precedence(.labels)) }
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

  private mutating func takeTag(key: ByteView, _ text: ByteView, rank: Int, _ vocabulary: ImportVocabulary) {
    hasElementKey = true
    if text.equals("vacant") || text.equals("no") || text.equals("construction") {
      isVacant = true
      return
    }
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
