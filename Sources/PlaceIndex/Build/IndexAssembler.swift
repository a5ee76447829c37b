import Domain
import System
import Tables

/// Writes segments as the bytes of an index, on all processors.
struct IndexAssembler {
  /// The content of a segment to write.
  enum Part {
    case built(SegmentBuild)
    case kept(CopiedSegment)
    /// An input without places.
    case empty

    fileprivate var hasPlaces: Bool { if case .empty = self { false } else { true } }

    fileprivate func byteCount(of section: IndexSection) -> Int {
      switch self {
      case .built(let build): build.byteCount(of: section)
      case .kept(let segment): segment.sections[section].count
      case .empty: 0
      }
    }

    /// Whether the segment is copied and has ground.
    fileprivate var keepsGround: Bool {
      if case .kept(let segment) = self { segment.sections.has(.ground) } else { false }
    }
  }

  private var image: IndexImage
  private var parts: [Part]
  private var segments: [SegmentSections]
  private let placeCount: Int
  private let threads: Int

  /// Writes everything except the header.
  ///
  /// - Parameters:
  ///   - parts: The segments of the inputs in order, then the overlay.
  ///   - descriptions: The metadata of each segment.
  ///   - ground: The encoded ground of each segment that isn't copied; empty if there is none.
  ///   - chains: The encoded chains of the overlay.
  ///   - replaced: The hidden places of each segment, by their positions in it.
  ///   - placeCount: The number of places, without hidden places.
  ///   - threads: The number of threads.
  ///   - onRowsWritten: Called when the memory of the rows is needed no longer.
  /// - Throws: An error if there isn't enough memory.
  init(
    _ parts: consuming [Part],
    descriptions: [[UInt8]],
    ground: [[UInt8]] = [],
    chains: [UInt8],
    replaced: [[UInt32]],
    placeCount: Int,
    threads: Int,
    onRowsWritten: () -> Void = {}
  ) throws(SystemError) {
    self.placeCount = placeCount
    self.threads = threads
    self.parts = parts
    let count = self.parts.count
    var segments = (0..<count).map { SegmentSections($0 + 1 < count ? UInt32($0 + 1) : SegmentSections.whole) }
    let groundBytes = self.parts.enumerated().map { number, part in
      part.keepsGround ? part.byteCount(of: .ground) : ground.indices.contains(number) ? ground[number].count : 0
    }
    let entryCount =
      count + 3 + self.parts.count(where: \.hasPlaces) * IndexSection.ofPlaces.count
      + groundBytes.count { $0 > 0 }
    let headerBytes = IndexHeader.byteCount(entries: entryCount)
    var end = headerBytes
    for number in segments.indices {
      end = segments[number].place(.description, descriptions[number].count, behind: end)
    }
    for section in IndexSection.allCases[IndexSection.partitions.rawValue..<IndexSection.words.rawValue] {
      guard section != .chains else {
        end = segments[count - 1].place(section, chains.count, behind: end)
        continue
      }
      for (number, part) in self.parts.enumerated() where part.hasPlaces {
        end = segments[number].place(section, part.byteCount(of: section), behind: end)
      }
    }
    self.segments = segments
    // The sizes of the texts and checksums are known last; they are mostly a fifth of the other sections.
    image = try IndexImage(count: IndexLayout.aligned(end), room: end / 2 + 1 << 16)
    for number in segments.indices {
      ByteView.over(descriptions[number]) { image.copy($0, at: segments[number][.description].lowerBound) }
    }
    ByteView.over(chains) { image.copy($0, at: segments[count - 1][.chains].lowerBound) }
    for number in segments.indices { writePlaces(of: number) }
    onRowsWritten()
    for section in IndexSection.ofTexts {
      for (number, part) in self.parts.enumerated() where part.hasPlaces {
        end = self.segments[number].place(section, part.byteCount(of: section), behind: end)
      }
    }
    for number in segments.indices where groundBytes[number] > 0 {
      end = self.segments[number].place(.ground, groundBytes[number], behind: end)
    }
    let list = PositionList.encoded(Self.positions(of: replaced, segments))
    end = self.segments[count - 1].place(.hidden, list.count, behind: end)
    let sums = IndexSeal.sums(behind: end, headerBytes: headerBytes)
    self.segments[count - 1].set(.checksums, range: sums, checksum: 0)
    image = try image.extended(to: IndexLayout.aligned(sums.upperBound))
    ByteView.over(list) { image.copy($0, at: self.segments[count - 1][.hidden].lowerBound) }
    for number in segments.indices {
      writeTexts(of: number)
      guard groundBytes[number] > 0 else { continue }
      let start = self.segments[number][.ground].lowerBound
      if case .kept(let segment) = self.parts[number] {
        segment.copy(.ground, to: image, at: start)
      } else {
        ByteView.over(ground[number]) { image.copy($0, at: start) }
      }
    }
  }

  private mutating func writePlaces(of number: Int) {
    let sections = segments[number]
    switch parts[number] {
    case .built(var build):
      build.write(to: image, at: sections, threads: threads)
      parts[number] = .built(build)
    case .kept(let segment):
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
    case .kept(let segment):
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
    let sums = segments[segments.count - 1][.checksums]
    for (part, sections) in zip(parts, segments) {
      guard case .kept(let segment) = part else { continue }
      for section in IndexSection.ofPlaces + (part.keepsGround ? [.ground] : []) {
        let own = segment.sums(of: section)
        let first = sections[section].lowerBound / IndexLayout.pageBytes - firstPage
        let start = sums.lowerBound + first * IndexLayout.sumBytes
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

  /// Writes the index to a file, if that is still the one to replace, and returns the same bytes in memory.
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
  fileprivate mutating func place(_ section: IndexSection, _ byteCount: Int, behind end: Int) -> Int {
    let start = IndexLayout.aligned(end)
    set(section, range: start..<start + byteCount, checksum: 0)
    return start + byteCount
  }
}
