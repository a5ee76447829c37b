import Domain
import PlaceIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A generated query with its correct result.
struct CheckedQuery {
  let query: PlaceQuery
  /// The total number of matches.
  let total: Int
  /// The nearest 15 places.
  let nearest: [(id: String, meters: Double)]

  static func read(folder: String) throws -> [CheckedQuery] {
    let queries = lines(of: "\(folder)/queries.csv").dropFirst()
    let truths = lines(of: "\(folder)/truth.jsonl")
    return try zip(queries, truths).map { try CheckedQuery(row: $0, truth: $1) }
  }

  private init(row: Substring, truth: Substring) throws {
    let cells = row.split(separator: ",")
    let center = try Coordinate(latitude: Double(cells[2]) ?? 0, longitude: Double(cells[3]) ?? 0)
    let radius = Distance(meters: Double(cells[4]) ?? 0).flatMap { SearchRadius($0) } ?? .standard
    let group = cells[1].isEmpty ? [] : [PlaceCategory(word: String(cells[1]))]
    query = try PlaceQuery(categories: group, area: .circle(center: center, radius: radius))
    let words = truth.split { "{}[]:,\"".contains($0) }
    total = words.count > 3 ? Int(words[3]) ?? -1 : -1
    nearest = stride(from: 5, to: words.count - 1, by: 2).map { (String(words[$0]), Double(words[$0 + 1]) ?? -1) }
  }

  /// Returns the lines of a file; empty if it can't be read.
  static func lines(of path: String) -> [Substring] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }
}
