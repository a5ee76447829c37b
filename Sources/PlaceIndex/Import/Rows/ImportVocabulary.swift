import Domain

/// The tables that an import looks words up in; each reader has its own.
final class ImportVocabulary {
  /// What properties and columns tell.
  let fields: FieldTable
  /// Which group a word names.
  let categories = WordTable.categories()
  /// Which group a branch of Overture's taxonomy belongs to.
  lazy var taxonomy = WordTable.taxonomy()
  /// Which group a step of Foursquare's labels belongs to.
  lazy var foursquare = WordTable.foursquare()
  /// Which group a code belongs to.
  let codes = CategoryCodes()
  private let closed: WordTable

  /// Makes the tables.
  init(_ names: FieldNames = FieldNames()) {
    fields = FieldTable(names)
    let codes = names.dataset?.isOfLicences == true ? FieldVocabulary.closedLicenceCodes : []
    closed = WordTable((FieldVocabulary.closedWords + codes).map { ($0, 1) })
  }

  /// Whether a state of business says that the place is closed.
  func isClosed(_ state: ByteView) -> Bool {
    if closed.value(of: state) != nil { return true }
    // Korean syllables begin beyond ASCII: most states of other languages are done here.
    guard state.count >= 6, state.byte(at: 0) >= 0xE0 else { return false }
    return FieldVocabulary.closedParts.contains { state.contains($0) }
  }
}

extension ByteView {
  /// Whether a text is among the bytes.
  fileprivate func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= count else { return false }
    for start in 0...count - length where part(start..<start + length).equals(text) { return true }
    return false
  }
}
