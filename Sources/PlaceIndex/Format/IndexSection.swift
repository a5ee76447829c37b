/// The sections of a file, in order.
///
/// The parts of a section in different segments are contiguous.
///
/// So the points of all segments are one range of the file, and so are the nodes: a search reads several segments like
/// one.
enum IndexSection: Int, CaseIterable {
  case description
  case partitions
  case categories
  case nodes
  case points
  case rowOffsets
  case rows
  case categoryNumbers
  case masks
  case keys
  case values
  case lists
  /// The alternative names of chains, in the overlay only.
  case chains
  /// Positions of places sorted by id, in byte order.
  case identifiers
  case names
  /// The distinct words of names, with posting lists.
  case words
  /// The distinct addresses without their numbers, with posting lists.
  case streets
  /// The positions of hidden places: the overlay contains them as places of several inputs.
  case replaced
  /// The checksum of each page between the header and this section.
  case sums

  /// The sections that contain places, in every segment.
  static let ofPlaces = allCases[partitions.rawValue...streets.rawValue].filter { $0 != .chains }
  /// The sections whose sizes are known once the rows are written.
  static let ofTexts: [IndexSection] = [.names, .words, .streets]

  var isOfTexts: Bool { Self.ofTexts.contains(self) }

  /// The section's name in the directory and in messages, at most 16 ASCII bytes.
  var name: String { "\(literal)" }

  /// The name in the directory, as two numbers.
  var code: SIMD2<UInt64> {
    let bytes = ByteView(literal)
    var code = SIMD2<UInt64>(0, 0)
    for index in 0..<bytes.count { code[index >> 3] |= UInt64(bytes.byte(at: index)) << UInt64(8 * (index & 7)) }
    return code
  }

  /// Whether a reader must know this section to understand the others.
  var isNeeded: Bool {
    switch self {
    case .keys, .values, .lists, .chains, .identifiers, .words, .sums: false
    default: true
    }
  }

  private var literal: StaticString {
    switch self {
    case .description: "description"
    case .partitions: "partitions"
    case .categories: "kinds"
    case .nodes: "nodes"
    case .points: "points"
    case .rowOffsets: "row offsets"
    case .rows: "rows"
    case .categoryNumbers: "kinds of places"
    case .masks: "kinds of nodes"
    case .keys: "keys"
    case .values: "values"
    case .lists: "lists"
    case .chains: "chains"
    case .identifiers: "ids"
    case .names: "names"
    case .words: "words"
    case .streets: "streets"
    case .replaced: "replaced"
    case .sums: "checksums"
    }
  }
}
