import Domain

/// Finds out what a property or column tells by its name.
struct FieldTable {
  /// What a name tells, and how good a name for it it is: 0 is the best.
  struct Entry {
    let field: FieldVocabulary.Field
    let rank: UInt8
  }

  private let table: WordTable
  private let entries: [Entry]

  /// Makes the table out of the vocabularies.
  init() {
    var entries: [Entry] = []
    var words: [(word: String, value: UInt8)] = []
    for (field, names) in FieldVocabulary.names {
      for (rank, name) in names.enumerated() {
        words.append((name, UInt8(entries.count)))
        entries.append(Entry(field: field, rank: UInt8(rank)))
      }
    }
    for (rank, key) in OSMVocabulary.kindKeys.enumerated() {
      words.append((key, UInt8(entries.count)))
      entries.append(Entry(field: .kindTag, rank: UInt8(rank)))
    }
    self.entries = entries
    table = WordTable(words)
  }

  /// What a name tells; `nil` for a name that tells nothing we keep.
  func entry(for name: ByteView) -> Entry? { table.value(of: name).map { entries[Int($0)] } }
}
