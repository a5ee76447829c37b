import Domain

extension PlaceImporter {
  /// Reads the places of an index without changing their groups, text fields and names.
  ///
  /// - Throws: If the index is damaged, which its checksums tell, or the new one is full.
  mutating func read(_ index: PlaceIndex, group: CategoryGroup?, _ progress: Progress?) throws(IndexFileError) {
    defer { withExtendedLifetime(index.content) {} }
    // A damaged place would get a true checksum in the new index, and no check could find it any more.
    try index.verifyChecksums()
    let reader = PlaceReader(content: index.content)
    var ungrouped = 0
    var unnamed = 0
    for partition in index.content.partitions {
      for block in 0..<partition.blockCount {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + slot)
          guard let range = reader.rowRange(at: position),
            let (row, sourceCategory) = reader.textFields(of: position, in: range),
            reader.coordinate(at: position) != nil, partition.contains(row.categoryGroup)
          else {
            throw .damaged(path: index.path, part: IndexSection.rows.name)
          }
          let groups = group?.bit ?? partition.groups
          if groups == 0 { ungrouped += 1 }
          if row.length(of: .name) == 0 { unnamed += 1 }
          try builder.collected.add(
            row,
            at: reader.coordinates(at: position),
            groups: groups,
            primary: group.map { UInt8($0.ordinal) } ?? row.group,
            sourceCategory: sourceCategory
          )
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
