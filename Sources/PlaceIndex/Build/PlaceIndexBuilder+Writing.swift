import System

public import Domain

extension PlaceIndexBuilder {
  /// Builds an index in memory.
  ///
  /// - Parameter name: The name of the index in errors.
  /// - Returns: The index.
  /// - Throws: An error if there isn't enough memory.
  /// - Complexity: O(n log n) in time, O(n) in memory.
  public func makeIndex(name: String = "") throws(IndexFileError) -> PlaceIndex {
    try PlaceIndex(assemble(), path: name)
  }

  /// Writes the places to an index file.
  ///
  /// The file is written atomically: under a temporary name, then synced and renamed. The builder is empty afterwards.
  ///
  /// - Parameter path: The file. An existing file is replaced; processes that have it open continue to read the old
  ///   one.
  /// - Returns: The index, in memory.
  /// - Throws: An error if the file can't be written or there isn't enough memory.
  public func write(to path: String) throws(IndexFileError) -> PlaceIndex { try write(to: path, if: { true }) }

  /// Writes the places to an index file, if `isCurrent` returns true immediately before the file is replaced.
  package func write(to path: String, if isCurrent: () -> Bool) throws(IndexFileError) -> PlaceIndex {
    let assembler = try assembler(keepsPlaces: false)
    let bytes: IndexBytes
    do throws(IndexAssembler.Failure) {
      bytes = try assembler.finished(at: path, if: isCurrent)
    } catch {
      switch error {
      case .damaged(let error): throw self.error(for: error)
      case .system(let error) where error.number == FileReplacement.staleNumber: throw .outputReplaced(path: path)
      case .system(let error): throw .unwritable(path: path, reason: error.reason)
      }
    }
    return try PlaceIndex(bytes, path: path)
  }

  func assemble() throws(IndexFileError) -> IndexBytes {
    let assembler = try assembler(keepsPlaces: true)
    do throws(IndexHeader.FormatError) {
      return try assembler.finished()
    } catch {
      throw self.error(for: error)
    }
  }

  /// Converts an error of a copied segment: its file was changed meanwhile, or it is damaged.
  private func error(for error: IndexHeader.FormatError) -> IndexFileError {
    for segment in copiedSegments where !segment.content.files[0].isUnchanged {
      return .changed(path: segment.index.path)
    }
    return IndexFileError(error, path: copiedSegments.first?.index.path ?? "")
  }

  /// The number of places below which threads cost more than they save.
  static let fewPlaces = 1 << 15
  /// The memory per place for sorting, names and threads, besides the row, measured with a million places.
  ///
  /// It is requested in advance, because Swift's arrays abort the process when they run out of memory.
  private static let bytesToAssemblePlace = 220

  private func assembler(keepsPlaces: Bool) throws(IndexFileError) -> IndexAssembler {
    let joined = try joinInputs()
    let placeCount = joined.placeCount
    let inputs = joined.sources.compactMap { source in if case .collected(let input) = source { input } else { nil } }
    let built = inputs + [joined.overlay]
    let builtCount = built.reduce(0) { $0 + $1.places.points.count }
    let copiedBytes = copiedSegments.reduce(0) { $0 + $1.sections.byteCount }
    let need = builtCount * Self.bytesToAssemblePlace + copiedBytes + 16 << 20
    for input in built { try input.places.categories.check(input.places.maximumCategoryBytes) }
    guard placeCount <= IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    guard current.places.limits.hasMemory(for: need) else { throw .outOfMemory(bytes: need) }
    let threads = builtCount + copiedBytes / 100 < Self.fewPlaces ? 1 : Threads.available
    var names = ChainNames()
    let segments: [IndexAssembler.Segment]
    do throws(IndexHeader.FormatError) {
      segments = try self.segments(of: joined, keepsPlaces: keepsPlaces, counting: &names, threads: threads)
    } catch {
      throw self.error(for: error)
    }
    do throws(SystemError) {
      return try IndexAssembler(
        segments,
        chains: Chain.encoded(names.chains),
        placeCount: placeCount,
        threads: threads
      ) {
        guard !keepsPlaces else { return }
        for input in built { input.places.arena = RowArena() }
      }
    } catch {
      throw .outOfMemory(bytes: need)
    }
  }

  /// Returns the segments to write.
  private func segments(
    of joined: JoinedPlaces,
    keepsPlaces: Bool,
    counting names: inout ChainNames,
    threads: Int
  ) throws(IndexHeader.FormatError) -> [IndexAssembler.Segment] {
    var segments: [IndexAssembler.Segment] = []
    func add(_ input: CollectedInput, _ description: [UInt8], hidden places: [Int] = []) {
      let (part, positions) = Self.part(
        of: input,
        hidden: places,
        keepsPlaces: keepsPlaces,
        counting: &names,
        threads: threads
      )
      let ground = input.ground.encoded
      segments.append(.init(part: part, description: description, ground: ground, hidden: positions))
    }
    for (source, places) in zip(joined.sources, joined.hidden) {
      let metadata = IndexDescription.encoded(source.numbers.map { description.inputs[$0] })
      switch source {
      case .copied(let segment):
        let positions = places.map(UInt32.init)
        segments.append(.init(part: .copied(segment), description: metadata, hidden: positions))
        try segment.addNames(to: &names, but: Set(positions))
      case .collected(let input): add(input, metadata, hidden: places)
      }
    }
    add(joined.overlay, description.encoded)
    return segments
  }

  /// Returns the content of a segment to write, and the positions of its hidden places.
  ///
  /// Counts the names of all other places. The memory of the points is released, unless the builder keeps it.
  static func part(
    of input: CollectedInput,
    hidden: [Int],
    keepsPlaces: Bool,
    counting names: inout ChainNames,
    threads: Int
  ) -> (part: IndexAssembler.Part, positions: [UInt32]) {
    guard !input.places.points.isEmpty else { return (.empty, []) }
    let keys = Set(hidden.map { input.places.points[$0].row.key })
    let named = input.places.rowsWithChainNames
    var points: [CollectedPoint] = []
    if keepsPlaces {
      points = input.places.points
    } else {
      swap(&points, &input.places.points)
      input.places.ids = HashTable()
    }
    let build = SegmentBuild(
      consume points,
      input.places.arena.rows,
      input.places.categories,
      threads: threads
    )
    var positions: [UInt32] = []
    if !keys.isEmpty {
      for block in 0..<build.blocks.count {
        for slot in 0..<build.blocks.placeCount(of: block) {
          let position = block * IndexLayout.blockSize + slot
          if keys.contains(build.blocks.points[position].row.key) { positions.append(UInt32(position)) }
        }
      }
    }
    if !named.isEmpty {
      build.forEachPlace(in: named, but: Set(positions)) { names.add($0, group: $1) }
    }
    return (.built(build), positions)
  }
}

extension SegmentSections {
  /// The size of all sections in bytes.
  fileprivate var byteCount: Int { IndexSection.allCases.reduce(0) { $0 + self[$1].count } }
}
