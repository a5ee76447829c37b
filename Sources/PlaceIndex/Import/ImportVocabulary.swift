/// The tables that an import looks words up in, made once for an import.
struct ImportVocabulary {
  /// What properties and columns tell.
  let fields = FieldTable()
  /// Which group a word names.
  let categories = WordTable.categories()
  /// Words for closed places.
  let closed = WordTable(FieldVocabulary.closedWords.map { ($0, 1) })
}
