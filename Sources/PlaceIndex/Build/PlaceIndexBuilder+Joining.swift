package import Domain
import System

extension PlaceIndexBuilder {
  /// Joins indexes into one with every place once, by the same rules as for an index of all their inputs.
  ///
  /// If inputs of several indexes have places with the same id, these places are hidden and merged in an overlay in
  /// memory, which replaces the overlays of the indexes.
  ///
  /// - Throws: An error if a file is damaged, or there isn't enough memory.
  /// - Complexity: O(n) in the number of places, on all processors.
  package static func join(_ indexes: [PlaceIndex]) throws(IndexFileError) -> PlaceIndex {
    let path = indexes[0].path
    guard indexes.count > 1 else { return indexes[0] }
    var files = indexes.map { IndexFile.Source(bytes: $0.content.files[0].bytes, path: $0.path) }
    let content = try content(of: files, path: path)
    let (hidden, overlay) = try overlay(of: indexes, in: content)
    guard let overlay else { return PlaceIndex(content, path: path) }
    files.append(IndexFile.Source(bytes: overlay, path: path, isOverlay: true))
    return PlaceIndex(try self.content(of: files, hiding: hidden, path: path), path: path)
  }

  private static func content(
    of files: [IndexFile.Source],
    hiding places: [UInt32] = [],
    path: String
  ) throws(IndexFileError) -> IndexContent {
    do throws(IndexHeader.FormatError) {
      return try IndexContent(files, hiding: places)
    } catch {
      throw IndexFileError(error, path: path)
    }
  }

  /// Merges the places that occur in several indexes.
  ///
  /// - Returns: The places to hide, by their positions in the content, and the overlay; `nil` if no place occurs in
  ///   several indexes.
  private static func overlay(
    of indexes: [PlaceIndex],
    in content: IndexContent
  ) throws(IndexFileError) -> (hidden: [UInt32], overlay: IndexBytes?) {
    var sources: [(file: Int, source: InputPlaces)] = []
    var hidden: [UInt32] = []
    var firstInput = 0
    for (file, index) in indexes.enumerated() {
      var empty = Set(index.description.inputs.indices)
      for (number, segment) in index.content.segments.enumerated() {
        let inputs = segment.firstInput..<segment.firstInput + segment.inputCount
        let copy = CopiedSegment(index: index, number: number, numbers: inputs.map { firstInput + $0 })
        guard segment.number != SegmentSections.overlay else {
          hidden += copy.positions.map { UInt32(content.files[file].firstPosition) + $0 }
          continue
        }
        empty.subtract(inputs)
        sources.append((file, .copied(copy)))
      }
      sources += empty.map { (file, .collected(CollectedInput([firstInput + $0]))) }
      firstInput += index.description.inputs.count
    }
    sources.sort { $0.source.order < $1.source.order }
    let threads = content.placeCount < fewPlaces ? 1 : Threads.available
    let shared = try SharedIDs(of: sources.map(\.source), threads: threads)
    guard shared.groups.contains(where: { Set($0.map { sources[$0.source].file }).count > 1 }) else { return ([], nil) }
    let limits = CollectedPlaces()
    let joined = try JoinedPlaces(of: sources.map(\.source), shared, limits: limits)
    for ((file, source), numbers) in zip(sources, joined.hidden) {
      guard case .copied(let segment) = source else { continue }
      hidden += numbers.map { UInt32(content.files[file].firstPosition) + segment.position($0) }
    }
    return (hidden, try bytes(of: joined.overlay, threads: threads))
  }

  /// Writes the places of an overlay as an index of its own.
  private static func bytes(of overlay: CollectedInput, threads: Int) throws(IndexFileError) -> IndexBytes {
    let count = overlay.places.points.count
    var names = ChainNames()
    let (part, _) = part(
      of: overlay,
      hidden: [],
      keepsPlaces: false,
      counting: &names,
      threads: threads
    )
    do {
      let assembler = try IndexAssembler(
        [.init(part: part, description: IndexDescription().encoded)],
        chains: [],
        placeCount: count,
        threads: threads
      )
      return try assembler.finished()
    } catch {
      throw .outOfMemory(bytes: overlay.places.arena.byteCount)
    }
  }
}

extension IndexFile {
  /// The first position of the file's blocks.
  fileprivate var firstPosition: Int { firstBlock * IndexLayout.blockSize }
}
