package import Domain
import Tables

extension PlaceImporter {
  /// Reads the places of an index, without changing their categories, text fields and names.
  ///
  /// The places keep their inputs; places of removed inputs are left out, unless another input has them too. Segments
  /// are copied unchanged, except segments that contain a removed input, or an index with other kinds than this
  /// version's: their places are read individually, and kinds that their words mean now are added.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - category: The category of every place; `nil` to keep the categories.
  ///   - removed: The names of the inputs to leave out.
  ///   - isTrusted: Whether this program wrote the index, for example when it is extended. Otherwise bounds are
  ///     checked besides the checksums.
  ///   - progress: Called repeatedly with the number of bytes read and the number of places.
  /// - Throws: An error if the index is damaged, or the import is cancelled.
  package mutating func read(
    _ index: PlaceIndex,
    category: PlaceCategory? = nil,
    without removed: Set<String> = [],
    isTrusted: Bool = false,
    _ progress: Progress? = nil
  ) throws(IndexFileError) {
    defer { withExtendedLifetime(index.content) {} }
    let content = index.content
    let numbers = inherit(index, without: removed, isAddedTo: isTrusted)
    let isKept = category == nil && content.files[0].kinds == Kind.all
    // A damaged place would get a valid checksum in the new index, and no check could detect it. The checksums of
    // copied segments are compared when they are written.
    if !isTrusted { try isKept ? index.verify() : index.verifyChecksums() }
    builder.beginReading()
    var counts = ReadCounts()
    for (segmentNumber, segment) in content.segments.enumerated() where segment.isOfInputs {
      let own = segment.inputs.map { $0 < numbers.count ? numbers[$0] : nil }
      let isWhole = !own.isEmpty && !own.contains { $0 == nil || builder.hasPlaces(of: $0 ?? 0) }
      if isKept, isWhole, !numbers.isEmpty {
        builder.copiedSegments.append(
          CopiedSegment(index: index, number: segmentNumber, numbers: own.compactMap(\.self))
        )
        counts.rows += segment.placeCount
        let bytes = range(upTo: counts.rows, of: index)
        if let progress, !progress(bytes, builder.placeCount) { throw .cancelled }
        continue
      }
      guard own.isEmpty || own.contains(where: { $0 != nil }) else { continue }
      if isTrusted { try index.verifyChecksums() }
      if !numbers.isEmpty { builder.select(own.compactMap(\.self)) }
      try read(segment, of: index, forced: ForcedCategory(category), numbers: own, counts: &counts, progress: progress)
      try addGround(of: segment, in: index)
    }
    var report = InputReport(path: index.path, rowCount: counts.rows, placeCount: index.placeCount)
    report.ungroupedCount = counts.ungrouped
    report.unnamedCount = counts.unnamed
    inputs.append(report)
    // The places of an index that is extended aren't rows of an input.
    if !isTrusted { rowCount += report.rowCount }
  }

  /// Adds the ground of a segment to the current input.
  private func addGround(of segment: Segment, in index: PlaceIndex) throws(IndexFileError) {
    let file = index.content.files[0]
    let range = file.header.segments.first { $0.number == segment.number }?[.ground] ?? 0..<0
    guard !range.isEmpty else { return }
    try index.content.whileUnchanged(index.path) { () throws(IndexHeader.FormatError) in
      let section = try GroundSection(file.bytes.view.part(range), checker: file.checker)
      try builder.current.ground.add(section)
    }
  }

  /// Reads the places of a segment individually; `numbers` is the new numbers of its inputs, `nil` for a removed input.
  private mutating func read(
    _ segment: Segment,
    of index: PlaceIndex,
    forced: ForcedCategory?,
    numbers: [Int?],
    counts: inout ReadCounts,
    progress: Progress?
  ) throws(IndexFileError) {
    let content = index.content
    let reader = PlaceReader(content: content)
    var renumbered = RenumberedCategories(of: content, forced: forced, inputs: numbers)
    for partition in content.partitions[segment.partitions] {
      for block in 0..<partition.blockCount {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + slot)
          counts.rows += 1
          let found = try add(position, of: partition, renumbered: &renumbered, with: reader, path: index.path)
          if found?.isCategorized == false { counts.ungrouped += 1 }
          if found?.isNamed == false { counts.unnamed += 1 }
        }
        if block % 4096 == 0, let progress, !progress(range(upTo: first, of: index), builder.placeCount) {
          throw .cancelled
        }
        if block % 1024 == 0 { try builder.collected.checkLimits() }
      }
    }
  }

  /// Adds a place of an index; `nil` if all its inputs are removed.
  ///
  /// - Returns: Whether the place has a known category, and a name.
  private mutating func add(
    _ position: UInt32,
    of partition: Partition,
    renumbered: inout RenumberedCategories,
    with reader: PlaceReader,
    path: String
  ) throws(IndexFileError) -> (isCategorized: Bool, isNamed: Bool)? {
    guard let range = reader.rowRange(at: position),
      let entry = reader.content.category(at: position),
      let row = reader.textFields(of: position, in: range, sourceCategory: entry.text),
      reader.coordinate(at: position) != nil, partition.contains(entry), UTF8Check.isValid(entry.words),
      let attributes = reader.attributes(of: row, at: position)
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

  private func range(upTo position: Int, of index: PlaceIndex) -> Int {
    index.placeCount > 0 ? index.content.files[0].bytes.count / index.placeCount * position : 0
  }

  /// Adopts the metadata of an index's inputs and returns their new numbers, `nil` for a removed input.
  ///
  /// Without inputs, all places belong to the input that is read. A coverage that the user declared for several inputs
  /// ends when one of them is removed.
  private func inherit(_ index: PlaceIndex, without removed: Set<String>, isAddedTo: Bool) -> [Int?] {
    let description = index.description
    var whole = input ?? IndexInput(index.path)
    guard !description.inputs.isEmpty else {
      whole.attribution = IndexInput.joined([whole.attribution] + description.inputs.map(\.attribution))
      whole.license = IndexInput.joined([whole.license] + description.inputs.map(\.license))
      whole.coverage = description.coverage
      whole.coveredCategories = description.coveredCategories
      whole.release = description.release
      whole.latestRelease = description.latestRelease
      builder.begin(isAddedTo ? whole : completed(of: whole))
      return []
    }
    let gone = description.inputs.filter { removed.contains($0.name) && $0.isCoverageGiven }.flatMap(\.coverage)
    return description.inputs.map { own in
      guard !removed.contains(own.name) else { return nil }
      var own = own
      own.attribution = IndexInput.joined([input?.attribution, own.attribution])
      own.license = IndexInput.joined([input?.license, own.license])
      if own.isCoverageGiven, own.coverage.contains(where: gone.contains) {
        own.coverage.removeAll(where: gone.contains)
        own.isCoverageGiven = !own.coverage.isEmpty
      }
      return builder.number(of: builder.unique(isAddedTo ? own : completed(of: own)))
    }
  }

  /// Adds the caller's metadata about an index to one of its inputs.
  private func completed(of input: IndexInput) -> IndexInput {
    var input = input
    if !metadata.coverage.isEmpty {
      input.coverage = metadata.coverage + input.coverage.filter { !metadata.coverage.contains($0) }
      input.isCoverageGiven = true
    }
    guard metadata.release != nil else { return input }
    input.release = metadata.release
    input.latestRelease = metadata.latestRelease
    return input
  }
}

private struct ReadCounts {
  var rows = 0
  var ungrouped = 0
  var unnamed = 0
}

extension Segment {
  /// Returns whether the segment belongs to inputs, rather than being the overlay.
  fileprivate var isOfInputs: Bool { number != SegmentSections.overlay }

  /// The numbers of the segment's inputs.
  fileprivate var inputs: Range<Int> { firstInput..<firstInput + inputCount }
}
