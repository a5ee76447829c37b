import Tables

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
  /// The attributes, with posting lists.
  case attributes
  /// The alternative names of chains, in the overlay only.
  case chains
  /// Positions of places sorted by id, in byte order.
  case ids
  /// The words of names, with posting lists.
  case words
  /// The grams of words, with lists of words.
  case grams
  /// The addresses without their numbers, with posting lists.
  case streets
  /// The grams of streets, with lists of streets.
  case streetGrams
  /// The numbers in addresses, with posting lists.
  case numbers
  /// The streets, rails, water and parks of an input, for maps.
  case ground
  /// The positions of hidden places: the overlay contains them as places of several inputs.
  case hidden
  /// The checksum of each page between the header and this section.
  case checksums

  /// The sections that contain places, in every segment.
  static let ofPlaces = allCases[partitions.rawValue...numbers.rawValue].filter { $0 != .chains }
  /// The sections whose sizes are known once the rows are written.
  static let ofTexts: [IndexSection] = [.words, .grams, .streets, .streetGrams, .numbers]

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
    case .attributes, .chains, .ids, .ground, .checksums: false
    default: true
    }
  }

  private var literal: StaticString {
    switch self {
    case .description: "description"
    case .partitions: "partitions"
    case .categories: "categories"
    case .nodes: "nodes"
    case .points: "points"
    case .rowOffsets: "row offsets"
    case .rows: "rows"
    case .categoryNumbers: "category numbers"
    case .masks: "masks"
    case .attributes: "attributes"
    case .chains: "chains"
    case .ids: "ids"
    case .words: "words"
    case .grams: "grams"
    case .streets: "streets"
    case .streetGrams: "street grams"
    case .numbers: "numbers"
    case .ground: "ground"
    case .hidden: "hidden"
    case .checksums: "checksums"
    }
  }
}
