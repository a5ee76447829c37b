import Domain
import System
import Tables

/// Writes segments as the bytes of an index, on all processors.
struct IndexAssembler {
  /// The content of a segment to write.
  enum Part {
    case built(SegmentBuild)
    case copied(CopiedSegment)
    /// An input without places.
    case empty

    fileprivate var hasPlaces: Bool { if case .empty = self { false } else { true } }

    fileprivate func byteCount(of section: IndexSection) -> Int {
      switch self {
      case .built(let build): build.byteCount(of: section)
      case .copied(let segment): segment.sections[section].count
      case .empty: 0
      }
    }

    /// Whether the segment is copied and has ground.
    fileprivate var keepsGround: Bool {
      if case .copied(let segment) = self { segment.sections.has(.ground) } else { false }
    }
  }

  /// A segment to write.
  struct Segment {
    let part: Part
    /// The metadata of its inputs; in the overlay, of all inputs.
    let description: [UInt8]
    /// The encoded ground, unless the segment is copied; empty if there is none.
    var ground: [UInt8] = []
    /// The hidden places, by their positions in the segment.
    var hidden: [UInt32] = []
  }

  private var image: IndexImage
  private var parts: [Part]
  private var segments: [SegmentSections]
  private let placeCount: Int
  private let threads: Int

  /// Writes everything except the header.
  ///
  /// - Parameters:
  ///   - contents: The segments of the inputs in order, then the overlay.
  ///   - chains: The encoded chains of the overlay.
  ///   - placeCount: The number of places, without hidden places.
  ///   - threads: The number of threads.
  ///   - onRowsWritten: Called when the memory of the rows is needed no longer.
  /// - Throws: An error if there isn't enough memory.
  init(
    _ contents: [Segment],
    chains: [UInt8],
    placeCount: Int,
    threads: Int,
    onRowsWritten: () -> Void = {}
  ) throws(SystemError) {
    self.placeCount = placeCount
    self.threads = threads
    let parts = contents.map(\.part)
    let texts = contents.map { (description: $0.description, ground: $0.ground, hidden: $0.hidden) }
    let count = parts.count
    let groundBytes = zip(parts, texts).map { $0.keepsGround ? $0.byteCount(of: .ground) : $1.ground.count }
    let placedCount = parts.count(where: \.hasPlaces)
    let entryCount = count + 3 + placedCount * IndexSection.ofPlaces.count + groundBytes.count { $0 > 0 }
    let headerBytes = IndexHeader.byteCount(entries: entryCount)
    var segments = (1...count).map { SegmentSections($0 < count ? UInt32($0) : SegmentSections.overlay) }
    let descriptionBytes = texts.map(\.description.count)
    var end = Self.place(parts, descriptionBytes, chains: chains.count, after: headerBytes, in: &segments)
    self.parts = parts
    self.segments = segments
    // The sizes of the texts and checksums are known last; they are mostly a fifth of the other sections.
    image = try IndexImage(count: IndexLayout.aligned(end), spareBytes: end / 2 + 1 << 16)
    for number in 0..<count { write(texts[number].description, to: .description, of: number) }
    write(chains, to: .chains, of: count - 1)
    for number in 0..<count { writePlaces(of: number) }
    onRowsWritten()
    let hidden = PostingList.encoded(Self.positions(of: texts.map(\.hidden), segments))
    end = placeTexts(groundBytes: groundBytes, hiddenBytes: hidden.count, after: end)
    let checksums = IndexSeal.checksums(after: end, headerBytes: headerBytes)
    self.segments[count - 1].set(.checksums, range: checksums, checksum: 0)
    image = try image.extended(to: IndexLayout.aligned(checksums.upperBound))
    write(hidden, to: .hidden, of: count - 1)
    for number in 0..<count {
      writeTexts(of: number)
      if groundBytes[number] > 0 { writeGround(texts[number].ground, of: number) }
    }
  }

  /// Places the sections up to the rows and ids, whose sizes are known, and returns their end.
  private static func place(
    _ parts: [Part],
    _ descriptionBytes: [Int],
    chains chainBytes: Int,
    after start: Int,
    in segments: inout [SegmentSections]
  ) -> Int {
    var end = start
    for number in segments.indices {
      end = segments[number].place(.description, descriptionBytes[number], after: end)
    }
    for section in IndexSection.allCases[IndexSection.partitions.rawValue..<IndexSection.words.rawValue] {
      guard section != .chains else {
        end = segments[segments.count - 1].place(section, chainBytes, after: end)
        continue
      }
      for (number, part) in parts.enumerated() where part.hasPlaces {
        end = segments[number].place(section, part.byteCount(of: section), after: end)
      }
    }
    return end
  }

  /// Places the sections whose sizes are known once the rows are written, and returns their end.
  private mutating func placeTexts(groundBytes: [Int], hiddenBytes: Int, after start: Int) -> Int {
    var end = start
    for section in IndexSection.ofTexts {
      for (number, part) in parts.enumerated() where part.hasPlaces {
        end = segments[number].place(section, part.byteCount(of: section), after: end)
      }
    }
    for number in segments.indices where groundBytes[number] > 0 {
      end = segments[number].place(.ground, groundBytes[number], after: end)
    }
    return segments[segments.count - 1].place(.hidden, hiddenBytes, after: end)
  }

  private func write(_ bytes: [UInt8], to section: IndexSection, of number: Int) {
    ByteView.over(bytes) { image.copy($0, at: segments[number][section].lowerBound) }
  }

  private func writeGround(_ ground: [UInt8], of number: Int) {
    if case .copied(let segment) = parts[number] {
      segment.copy(.ground, to: image, at: segments[number][.ground].lowerBound)
    } else {
      write(ground, to: .ground, of: number)
    }
  }

  private mutating func writePlaces(of number: Int) {
    let sections = segments[number]
    switch parts[number] {
    case .built(var build):
      build.write(to: image, at: sections, threads: threads)
      parts[number] = .built(build)
    case .copied(let segment):
      for section in IndexSection.ofPlaces where !section.isOfTexts {
        segment.copy(section, to: image, at: sections[section].lowerBound)
      }
    case .empty: break
    }
  }

  private func writeTexts(of number: Int) {
    let sections = segments[number]
    switch parts[number] {
    case .built(let build): build.writeTexts(to: image, at: sections, threads: threads)
    case .copied(let segment):
      for section in IndexSection.ofTexts { segment.copy(section, to: image, at: sections[section].lowerBound) }
    case .empty: break
    }
  }

  /// Converts positions within each segment to positions across all segments.
  private static func positions(of places: [[UInt32]], _ segments: [SegmentSections]) -> [UInt32] {
    var all: [UInt32] = []
    var first = 0
    for (places, segment) in zip(places, segments) {
      all += places.lazy.map { UInt32(first) + $0 }
      first += segment.blockCount * IndexLayout.blockSize
    }
    return all
  }

  /// Writes the checksums and the header; throws an error if a copied segment differs from its own file.
  private func seal() throws(IndexHeader.FormatError) {
    IndexSeal(placeCount: placeCount, segments: segments, threads: threads).write(to: image)
    let firstPage = IndexHeader.byteCount(entries: IndexSeal.entryCount(of: segments)) / IndexLayout.pageBytes
    let checksums = segments[segments.count - 1][.checksums]
    for (part, sections) in zip(parts, segments) {
      guard case .copied(let segment) = part else { continue }
      for section in IndexSection.ofPlaces + (part.keepsGround ? [.ground] : []) {
        let own = segment.checksums(of: section)
        let first = sections[section].lowerBound / IndexLayout.pageBytes - firstPage
        let start = checksums.lowerBound + first * IndexLayout.checksumBytes
        let isSame = image.withView(start..<start + own.count) { $0.equals(own) }
        guard isSame else { throw .damaged(section.name) }
      }
    }
  }

  /// The reason why a file can't be written.
  enum Failure: Error {
    case system(SystemError)
    /// A copied segment is damaged in its own file.
    case damaged(IndexHeader.FormatError)
  }

  consuming func finished() throws(IndexHeader.FormatError) -> IndexBytes {
    try seal()
    return image.sealed(isForeign: false)
  }

  /// Writes the index to a file, unless the file to replace has changed, and returns the same bytes in memory.
  consuming func finished(at path: String, if isCurrent: () -> Bool) throws(Failure) -> IndexBytes {
    do throws(IndexHeader.FormatError) { try seal() } catch { throw .damaged(error) }
    do throws(SystemError) {
      let file = try FileReplacement(path: path)
      try image.withView(0..<image.count) { (view) throws(SystemError) in
        unsafe try view.withBytes { (bytes) throws(SystemError) in unsafe try file.write(bytes) }
      }
      try file.finish(if: isCurrent)
    } catch { throw .system(error) }
    return image.sealed(isForeign: false)
  }
}

extension SegmentSections {
  /// Places a section after an offset, and returns its end.
  fileprivate mutating func place(_ section: IndexSection, _ byteCount: Int, after end: Int) -> Int {
    let start = IndexLayout.aligned(end)
    set(section, range: start..<start + byteCount, checksum: 0)
    return start + byteCount
  }
}
