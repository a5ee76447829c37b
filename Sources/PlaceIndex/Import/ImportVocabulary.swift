/// The tables that an import looks words up in, made once for an import.
struct ImportVocabulary {
  /// What properties and columns tell.
  let fields = FieldTable()
  /// Which group a word names.
  let categories = WordTable.categories()
  /// Which group a branch of Overture's taxonomy belongs to.
  let taxonomy = WordTable.taxonomy()
  /// Words for closed places.
  let closed = WordTable(FieldVocabulary.closedWords.map { ($0, 1) })
}
