import Domain

extension PlaceImporter {
  /// Reads the places of an index without changing their categories, text fields and names.
  ///
  /// An index whose kinds are not those of this program also gets the kinds that its words mean now.
  ///
  /// - Throws: If the index is damaged, which its checksums tell, or the new one is full.
  mutating func read(
    _ index: PlaceIndex,
    category: PlaceCategory?,
    _ progress: Progress?
  ) throws(IndexFileError) {
    defer { withExtendedLifetime(index.content) {} }
    // A damaged place would get a true checksum in the new index, and no check could find it any more.
    try index.verifyChecksums()
    let reader = PlaceReader(content: index.content)
    var renumbered = RenumberedCategories(of: index.content, forced: ForcedCategory(category))
    var ungrouped = 0
    var unnamed = 0
    for partition in index.content.partitions {
      for block in 0..<partition.blockCount {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + slot)
          guard let range = reader.rowRange(at: position),
            let (row, entry) = reader.textFields(of: position, in: range),
            reader.coordinate(at: position) != nil, partition.contains(entry), UTF8Check.isValid(entry.words)
          else {
            throw .damaged(path: index.path, part: IndexSection.rows.name)
          }
          let found = renumbered.number(of: entry, in: &builder.collected.categories)
          if !found.isNamed { ungrouped += 1 }
          if row.length(of: .name) == 0 { unnamed += 1 }
          try builder.collected.add(row, at: reader.coordinates(at: position), category: found.number)
        }
        if block % 4096 == 0, let progress, !progress(range(upTo: first, of: index), builder.placeCount) {
          throw .cancelled
        }
      }
    }
    var report = InputReport(path: index.path, rowCount: index.placeCount, placeCount: index.placeCount)
    (report.ungroupedCount, report.unnamedCount) = (ungrouped, unnamed)
    finishIndex(report)
    inherit(index.description)
  }

  private func range(upTo position: Int, of index: PlaceIndex) -> Int {
    index.placeCount > 0 ? index.content.bytes.count / index.placeCount * position : 0
  }

  /// Adds the sources of an index, and the attribution that its licence requires.
  private func inherit(_ description: IndexDescription) {
    let sources = builder.description.sources.flatMap { source in
      source == Self.lastComponent(of: inputs.last?.path ?? "") ? description.sources : [source]
    }
    // A file that is added every night is one source.
    var known: Set<String> = []
    builder.description.sources = sources.filter { known.insert($0).inserted }
    builder.description.attribution = Self.joined(builder.description.attribution, description.attribution)
    builder.description.license = Self.joined(builder.description.license, description.license)
    builder.description.inheritCoverage(of: description)
    if builder.description.release == nil { builder.description.release = description.release }
  }

  /// The last part of a path.
  static func lastComponent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Joins two notices; parts between semicolons that both have occur once.
  static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, let second else { return first ?? second }
    var known = parts(of: first)
    var all = first
    for part in parts(of: second) where !known.contains(part) {
      known.append(part)
      all += "; \(part)"
    }
    return all
  }

  private static func parts(of notice: String) -> [Substring] {
    notice.split(separator: ";").map { part in part.drop { $0 == " " } }
  }
}

/// The entries of categories of an index that is read into another one.
private struct RenumberedCategories {
  private let content: IndexContent
  private let forced: ForcedCategory?
  private let vocabulary = ImportVocabulary()
  /// Whether the kinds of the index are those of this program.
  private let isCurrent: Bool
  private var known: [[UInt8]: (number: UInt32, isNamed: Bool)] = [:]

  init(of content: IndexContent, forced: ForcedCategory?) {
    (self.content, self.forced) = (content, forced)
    isCurrent = content.kinds == Kind.all
  }

  /// The number in another list, and whether the entry names a group or a kind.
  mutating func number(of entry: CategoryEntry, in list: inout CategoryList) -> (number: UInt32, isNamed: Bool) {
    var bytes = GrowableBuffer<UInt8>()
    entry.append(to: &bytes)
    let key = bytes.window(0..<bytes.count).array
    if let found = known[key] { return found }
    var new = entry
    if !isCurrent { new.kinds = kinds(of: entry) }
    var words = WordLines()
    words.append(linesOf: entry.words)
    let text = forced?.text ?? []
    let found = ByteView.over(text) { text in
      if let forced {
        new.groups = forced.meaning.groups
        new.shown = forced.meaning.group
        new.kinds =
          forced.isGroup ? new.kinds.intersection(vocabulary.kinds(ofGroups: new.groups)) : forced.meaning.kinds
      }
      if text.count > 0 {
        words.append(entry.text)
        new.text = text
      }
      new.words = words.view
      return (number: list.number(of: new), isNamed: new.groups != 0 || !new.kinds.isEmpty || text.count > 0)
    }
    known[key] = found
    return found
  }

  /// The kinds of this program: those that it has under the same slug, and those that the words mean and the groups allow.
  private func kinds(of entry: CategoryEntry) -> CategoryMask {
    var kinds = CategoryMask.none
    entry.kinds.forEach { number in
      guard number < content.kinds.count, let kind = content.kinds[number] else { return }
      kinds.insert(Int(kind.number))
    }
    var draft = RowDraft()
    entry.forEachWord { draft.takeCategories($0, Precedence(.categories), vocabulary) }
    kinds.formUnion(draft.categories.kinds(vocabulary).intersection(vocabulary.kinds(ofGroups: entry.groups)))
    return kinds
  }
}
