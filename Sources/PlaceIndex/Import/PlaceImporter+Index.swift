package import Domain

extension PlaceImporter {
  /// Reads the places of an index without changing their categories, text fields and names.
  ///
  /// Its places stay of its inputs; those of removed inputs are left out, unless another input has them too. An index
  /// whose kinds are not those of this program also gets the kinds that its words mean now.
  package mutating func read(
    _ index: PlaceIndex,
    category: PlaceCategory? = nil,
    without removed: Set<String> = [],
    _ progress: Progress? = nil
  ) throws(IndexFileError) {
    defer { withExtendedLifetime(index.content) {} }
    // A damaged place would get a true checksum in the new index, and no check could find it any more.
    try index.verifyChecksums()
    let reader = PlaceReader(content: index.content)
    let numbers = inherit(index, without: removed)
    builder.beginReading()
    var originals = try index.originals[...]
    var renumbered = RenumberedCategories(of: index.content, forced: ForcedCategory(category), inputs: numbers)
    var ungrouped = 0
    var unnamed = 0
    var rows = index.placeCount
    for partition in index.content.partitions {
      for block in 0..<partition.blockCount {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + slot)
          var found: (isCategorized: Bool, isNamed: Bool)?
          if let original = originals.first, original.position == position {
            originals = originals.dropFirst()
            rows += original.places.count - 1
            found = try add(original.places, &renumbered)
          } else {
            found = try add(position, of: partition, &renumbered, with: reader, index.path)
          }
          if found?.isCategorized == false { ungrouped += 1 }
          if found?.isNamed == false { unnamed += 1 }
        }
        if block % 4096 == 0, let progress, !progress(range(upTo: first, of: index), builder.placeCount) {
          throw .cancelled
        }
        if block % 1024 == 0 { try builder.collected.checkLimits() }
      }
    }
    var report = InputReport(path: index.path, rowCount: rows, placeCount: index.placeCount)
    report.ungroupedCount = ungrouped
    report.unnamedCount = unnamed
    inputs.append(report)
    rowCount += report.rowCount
  }

  /// Reads some places of an index, in the order of the file, as another reading of the index would.
  mutating func read(_ index: PlaceIndex, at positions: [UInt32]) throws(IndexFileError) {
    defer { withExtendedLifetime(index.content) {} }
    let reader = PlaceReader(content: index.content)
    let numbers = inherit(index, without: [])
    builder.beginReading()
    var renumbered = RenumberedCategories(of: index.content, forced: nil, inputs: numbers)
    for position in positions {
      let partition = index.content.partitions[reader.partition(of: position)]
      _ = try add(position, of: partition, &renumbered, with: reader, index.path)
    }
  }

  /// Adds a place of an index; `nil` for one of inputs that are left out.
  ///
  /// - Returns: Whether it has a category that is known, and a name.
  private mutating func add(
    _ position: UInt32,
    of partition: Partition,
    _ renumbered: inout RenumberedCategories,
    with reader: PlaceReader,
    _ path: String
  ) throws(IndexFileError) -> (isCategorized: Bool, isNamed: Bool)? {
    guard let range = reader.rowRange(at: position),
      let entry = reader.content.category(at: position),
      let row = reader.textFields(of: position, in: range, entry),
      reader.coordinate(at: position) != nil, partition.contains(entry), UTF8Check.isValid(entry.words),
      row.tail.count == 0 || reader.content.header.version > 2, let attributes = reader.attributes(of: row)
    else {
      throw .damaged(path: path, part: IndexSection.rows.name)
    }
    guard let found = renumbered.number(of: entry, in: builder) else { return nil }
    try ByteView.over(attributes) { (attributes) throws(IndexFileError) in
      let coordinate = reader.coordinates(at: position)
      try builder.collected.add(row, attributes: attributes, at: coordinate, category: found.number)
    }
    return (found.isNamed, row.length(of: .name) > 0)
  }

  /// Adds what a place was in its inputs; `nil` when all of them are left out.
  private mutating func add(
    _ places: [OriginalPlace],
    _ renumbered: inout RenumberedCategories
  ) throws(IndexFileError) -> (isCategorized: Bool, isNamed: Bool)? {
    var first: (isCategorized: Bool, isNamed: Bool)?
    for place in places {
      guard let found = renumbered.number(of: place.entry, in: builder) else { continue }
      let coordinate = (place.latitude, place.longitude)
      let row = place.row
      try builder.collected.add(row, attributes: row.tail, at: coordinate, category: found.number)
      if first == nil { first = (found.isNamed, row.length(of: .name) > 0) }
    }
    return first
  }

  private func range(upTo position: Int, of index: PlaceIndex) -> Int {
    index.placeCount > 0 ? index.content.bytes.count / index.placeCount * position : 0
  }

  /// Takes over what an index says of itself, and returns the numbers that its inputs get, `nil` for one that is left
  /// out; of one without inputs, all places are of the input that is read.
  private func inherit(_ index: PlaceIndex, without removed: Set<String>) -> [Int?] {
    let description = index.description
    builder.description.inheritCoverage(of: description)
    builder.description.inheritRelease(of: description)
    var whole = input ?? IndexInput(index.path)
    guard !description.inputs.isEmpty else {
      whole.attribution = IndexInput.joined([whole.attribution] + description.inputs.map(\.attribution))
      whole.license = IndexInput.joined([whole.license] + description.inputs.map(\.license))
      builder.begin(whole)
      return []
    }
    return description.inputs.map { own in
      guard !removed.contains(own.name) else { return nil }
      var own = own
      own.attribution = IndexInput.joined([input?.attribution, own.attribution])
      own.license = IndexInput.joined([input?.license, own.license])
      return builder.number(of: own)
    }
  }
}

/// The entries of categories of an index that is read into another one.
private struct RenumberedCategories {
  private let content: IndexContent
  private let forced: ForcedCategory?
  private let vocabulary = ImportVocabulary()
  /// Whether the kinds of the index are those of this program.
  private let isCurrent: Bool
  /// The numbers of its inputs in the other one, `nil` for one that is left out; none if all places are of a new one.
  private let inputs: [Int?]
  private var known: [[UInt8]: Known?] = [:]

  /// What an entry is in another list: its number there, the input of the places, and whether it names a group or a
  /// kind.
  private struct Known {
    let number: UInt32
    let input: Int?
    let isNamed: Bool
  }

  init(of content: IndexContent, forced: ForcedCategory?, inputs: [Int?]) {
    self.content = content
    self.forced = forced
    self.inputs = inputs
    isCurrent = content.kinds == Kind.all
  }

  /// The number in the list of the input that the places are of, which is selected, and whether the entry names a group
  /// or a kind; `nil` for one of inputs that are left out.
  mutating func number(of entry: CategoryEntry, in builder: PlaceIndexBuilder) -> (number: UInt32, isNamed: Bool)? {
    var bytes = GrowableBuffer<UInt8>()
    entry.append(to: &bytes)
    let key = bytes.window(0..<bytes.count).array
    if let found = known[key] {
      guard let found else { return nil }
      builder.select(found.input)
      return (found.number, found.isNamed)
    }
    var numbers = inputs.isEmpty ? builder.current.number.map { [$0] } ?? [] : []
    entry.forEachInput { if inputs.indices.contains($0), let number = inputs[$0] { numbers.append(number) } }
    guard !numbers.isEmpty else {
      known[key] = .some(nil)
      return nil
    }
    var new = entry
    if !isCurrent { new.kinds = kinds(of: entry) }
    var words = WordLines()
    words.append(linesOf: entry.words)
    let text = forced?.text ?? []
    builder.select(numbers.min())
    let found = ByteView.over(text) { text in
      forced?.apply(to: &new, vocabulary)
      if text.count > 0 {
        words.append(entry.text)
        new.text = text
      }
      new.words = words.view
      let number = new.ofInputs(numbers) { builder.collected.categories.number(of: $0) }
      return Known(
        number: number,
        input: builder.current.number,
        isNamed: new.groups != 0 || !new.kinds.isEmpty || text.count > 0
      )
    }
    known[key] = found
    return (found.number, found.isNamed)
  }

  /// The kinds of this program: those that it has under the same slug, and those that the words mean and the groups
  /// allow.
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
