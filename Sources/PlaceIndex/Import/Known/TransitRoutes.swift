import Domain
import Tables

/// What the routes of a feed of GTFS tell about its stops: the table of stops does not say what halts there.
struct TransitRoutes: Sendable {
  /// The kinds of stops that the routes have; those of an unknown type have none.
  private let kinds: Set<String?>

  /// Reads a table of routes; `nil` if the bytes are none.
  init?(_ bytes: ByteView) {
    guard let scanner = bytes.withSpan(CSVScanner.candidates).first else { return nil }
    let start = bytes.withSpan(TextEncoding.markLength(of:))
    var sample = CSVSample(bytes: bytes, start: start, isAtEnd: true, scanner: scanner)
    let titles = sample.takeTitles()?.map { ColumnName($0).letters }
    guard let column = titles?.firstIndex(of: "routetype") else { return nil }
    var types: Set<Int?> = []
    sample.forEachRow { _, cells in
      if column < cells.count { types.insert(sample.withText(of: cells[column], \.number)) }
      return true
    }
    guard !types.isEmpty else { return nil }
    kinds = Set(types.map { $0.flatMap(Self.kind) })
  }

  /// What the stops are: those of one kind of vehicle, or of buses where these run too.
  var category: CategoryMeaning {
    let slug = kinds.contains(Self.standard) ? Self.standard : kinds.count == 1 ? kinds.first ?? nil : nil
    return CategoryMeaning(slug.map { PlaceCategory(word: $0) })
  }

  /// Whether the stops are stations, of which the platforms are parts.
  var hasStations: Bool { !kinds.contains(Self.standard) }

  private static let standard = "bus-stop"

  /// The kind of the stops of a type of routes; the hundreds of an extended type are those of its class.
  private static func kind(of type: Int) -> String? {
    let number = String(type < 100 ? type : type / 100 * 100)
    return kindsOfTypes.first { $0.names.contains(number) }?.key
  }

  private static let kindsOfTypes = FieldNames.lines("routes")
}

/// The feeds of an archive, a folder each: a table of stops waits for that of the routes, which may stand behind it.
struct TransitFeeds {
  /// The maximum byte count of the tables that are held in memory; stops beyond it are read without the routes.
  private static let maximumByteCount = 16 << 20

  private var routes: [String: TransitRoutes] = [:]
  /// The tables of stops that wait.
  private(set) var stops: [(name: String, bytes: [UInt8])] = []
  private var heldByteCount = 0

  /// Takes a file of the archive, if it is a table of routes, or one of stops whose routes are not known yet.
  mutating func take(_ name: String, _ content: inout InputWindow) throws(IndexFileError) -> Bool {
    let folder = Self.folder(of: name)
    guard routes[folder] == nil else { return false }
    switch name.dropFirst(folder.count) {
    case "routes.txt":
      routes[folder] = TransitRoutes(try content.sample(upTo: Self.maximumByteCount).bytes)
      return routes[folder] != nil
    case "stops.txt":
      let table = try content.sample(upTo: Self.maximumByteCount - heldByteCount)
      guard table.isAtEnd else { return false }
      heldByteCount += table.bytes.count
      stops.append((name, table.bytes.array))
      return true
    default: return false
    }
  }

  /// The routes of the feed that a file belongs to, as far as they are known.
  func routes(of name: String) -> TransitRoutes? { routes[Self.folder(of: name)] }

  /// What precedes the name of a file.
  private static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }
}
