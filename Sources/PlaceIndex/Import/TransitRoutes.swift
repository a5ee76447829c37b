import Domain
import Rows
import Tables

/// The routes of a GTFS feed, which determine the kind of its stops: the table of stops doesn't contain it.
struct TransitRoutes: Sendable {
  /// The kinds of stops on the routes; `nil` for a route of an unknown type.
  private let kinds: Set<String?>

  /// Reads a table of routes; `nil` if the bytes aren't one.
  init?(_ bytes: ByteView) {
    guard let scanner = bytes.withSpan({ CSVScanner.candidates($0) }).first else { return nil }
    let start = bytes.withSpan(TextEncoding.markLength(of:))
    var sample = CSVSample(bytes: bytes, start: start, isAtEnd: true, scanner: scanner)
    let titles = sample.takeTexts()?.texts.map { ColumnName($0).letters }
    guard let column = titles?.firstIndex(of: "routetype") else { return nil }
    var types: Set<Int?> = []
    sample.forEachRow { _, cells in
      if column < cells.count { types.insert(sample.withText(of: cells[column], \.number)) }
      return true
    }
    guard !types.isEmpty else { return nil }
    kinds = Set(types.map { $0.flatMap(Self.kind) })
  }

  /// The kind of the stops: the routes' kind if there is only one, or bus stops if buses run.
  var category: CategoryMeaning {
    let slug = kinds.contains(Self.standard) ? Self.standard : kinds.count == 1 ? kinds.first ?? nil : nil
    return CategoryMeaning(slug.map { PlaceCategory(word: $0) })
  }

  /// Whether the stops are stations, which have platforms as parts.
  var hasStations: Bool { !kinds.contains(Self.standard) }

  private static let standard = "bus-stop"

  /// Returns the kind of stop for a type of route; an extended type belongs to the class of its hundreds.
  private static func kind(of type: Int) -> String? {
    let number = String(type < 100 ? type : type / 100 * 100)
    return kindsOfTypes.first { $0.names.contains(number) }?.key
  }

  private static let kindsOfTypes = FieldNames.lines("routes")
}

/// The feeds in an archive, one folder each; a table of stops waits for the table of routes, which may come after it.
struct TransitFeeds {
  /// The maximum size of the tables in memory, in bytes; larger tables of stops are read without the routes.
  private static let maximumByteCount = 16 << 20

  private var routes: [String: TransitRoutes] = [:]
  /// The tables of stops that wait for their routes.
  private(set) var stops: [(name: String, bytes: [UInt8])] = []
  private var heldByteCount = 0

  /// Takes a file of the archive if it is a table of routes, or a table of stops whose routes aren't known yet.
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

  /// Returns the routes of the feed that a file belongs to, if they are known.
  func routes(of name: String) -> TransitRoutes? { routes[Self.folder(of: name)] }

  /// Returns the folder of a file.
  private static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }
}
