/// The sections of a file, in their order; of each, those of the segments follow one another.
///
/// So the points of all segments are one range of the file, and so are their nodes: a search reads those of several as
/// it reads those of one.
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
  /// The further names of the places of chains, which are those of the whole.
  case chains
  /// The places in the order of a hash of their ids.
  case identifiers
  case names
  /// The distinct words of names, and which places have them.
  case words
  /// The distinct addresses without their numbers, and which places have them.
  case streets
  /// The places of the inputs that are in no answer, because the whole has them as places of several inputs.
  case replaced
  /// Of each page of the file between the header and this section, its checksum.
  case sums

  /// The sections with which a segment holds places.
  static let ofPlaces = allCases[partitions.rawValue...streets.rawValue].filter { $0 != .chains }
  /// Those of them whose sizes are known when the rows were written.
  static let ofTexts: [IndexSection] = [.names, .words, .streets]

  var isOfTexts: Bool { Self.ofTexts.contains(self) }

  /// The section's name in the directory and in messages: at most 16 ASCII bytes.
  var name: String { "\(literal)" }

  /// The name as the directory holds it, in two numbers.
  var code: SIMD2<UInt64> {
    let bytes = ByteView(literal)
    var code = SIMD2<UInt64>(0, 0)
    for index in 0..<bytes.count { code[index >> 3] |= UInt64(bytes.byte(at: index)) << UInt64(8 * (index & 7)) }
    return code
  }

  /// Whether a reader that does not know it would misunderstand the others.
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
