import Domain
import Tables

/// A segment of another file, which is copied unchanged.
struct CopiedSegment {
  /// The index that contains the segment.
  let index: PlaceIndex
  /// The index of the segment among the segments with places.
  let number: Int
  /// The numbers of the segment's inputs in the new index.
  var numbers: [Int]

  var content: IndexContent { index.content }
  private var file: IndexFile { content.files[0] }
  var segment: Segment { content.segments[number] }
  var placeCount: Int { segment.placeCount }

  /// The ranges of the segment's sections in its own file.
  var sections: SegmentSections {
    file.header.segments.first { $0.number == segment.number } ?? SegmentSections(segment.number)
  }

  func copy(_ section: IndexSection, to image: IndexImage, at offset: Int) {
    let range = sections[section]
    file.bytes.prefetch(range)
    image.copy(file.bytes.view.part(range), at: offset)
  }

  /// Returns the checksums of a section's pages in its own file.
  func checksums(of section: IndexSection) -> ByteView {
    let header = file.header
    let range = sections[section]
    let first = range.lowerBound / IndexLayout.pageBytes - header.pages.lowerBound
    let end = IndexLayout.aligned(range.upperBound) / IndexLayout.pageBytes - header.pages.lowerBound
    let start = header[.checksums].lowerBound
    return file.bytes.view.part(start + first * IndexLayout.checksumBytes..<start + end * IndexLayout.checksumBytes)
  }

  /// The positions of the segment's places.
  var positions: [UInt32] {
    let reader = PlaceReader(content: content)
    return segment.blocks.flatMap { block in
      let first = UInt32(block * IndexLayout.blockSize)
      return first..<first + UInt32(reader.placeCount(inBlock: block) ?? 0)
    }
  }
}
