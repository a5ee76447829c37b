/// How an index file is laid out; every number is little-endian.
///
/// ```
/// header            4096 bytes: magic, version, sizes, the list of sections, a checksum of the header itself
/// description       what the places are and where they come from
/// partitions        one entry for each set of categories that occurs
/// kinds             the source categories, each once
/// nodes             the packed trees: 128 bytes a node, the boxes of 8 children; root first
/// points            blocks of 32 places: 32 latitudes, then 32 longitudes, in 1e-7 degree
/// row offsets       where the text of each block starts, and the end of the last
/// rows              the text of the places, block by block, in the same order
/// ```
enum IndexLayout {
  /// First bytes of a file: a non-ASCII byte, the name, and line ends that a careless copy would change.
  static let magic: [UInt8] = [0x89, 0x50, 0x46, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The version of the format that this program writes and reads.
  static let version: UInt32 = 1
  /// Bytes of the header, and the alignment of every section.
  static let headerSize = 4096
  /// Where the header's own checksum stands.
  static let headerChecksumOffset = headerSize - 8
  /// Places in a block.
  static let blockSize = 32
  /// Children of a node.
  static let fanOut = 8
  /// Bytes of a block of points.
  static let blockBytes = blockSize * 8
  /// Bytes of a node.
  static let nodeBytes = fanOut * 16
  /// Bytes of a partition's entry.
  static let partitionBytes = 32
  /// The most places that a file holds: positions are 32 bits wide.
  static let maximumPlaceCount = 1 << 31
  /// The most levels of a tree of that many places.
  static let maximumLevelCount = 12
}

/// The sections of a file, in their order.
enum IndexSection: UInt32, CaseIterable {
  case description = 1
  case partitions
  case sourceCategories
  case nodes
  case points
  case rowOffsets
  case rows

  /// The section's position in the list of sections, from 0.
  var ordinal: Int { Int(rawValue) - 1 }

  /// What the section is called in a message.
  var name: String {
    switch self {
    case .description: "description"
    case .partitions: "partitions"
    case .sourceCategories: "kinds"
    case .nodes: "nodes"
    case .points: "points"
    case .rowOffsets: "row offsets"
    case .rows: "rows"
    }
  }
}
