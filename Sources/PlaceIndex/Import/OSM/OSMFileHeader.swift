import Domain
import Tables

/// The metadata of an OpenStreetMap file.
struct OSMFileHeader {
  /// The time of the data, such as `2026-11-22T00:00:00Z`; `nil` if unknown.
  private(set) var time: String?
  /// Whether nodes come first, then ways, then relations.
  private(set) var isSorted = false
  private var required: [String] = []

  private static let known = ["OsmSchema-V0.6", "DenseNodes"]
  private static let history = "HistoricalInformation"

  /// Makes a header from the metadata of another format.
  init(time: String?) { self.time = time }

  /// Reads a `HeaderBlock`.
  init(_ bytes: ByteView) throws(SyntaxError) {
    var reader = WireReader(bytes)
    while try reader.next() {
      switch reader.field {
      case 4: required.append(try reader.message().text)
      case 5: if try reader.message().equals("Sort.Type_then_ID") { isSorted = true }
      case 32: time = Self.text(ofSeconds: Int64(bitPattern: try reader.value()))
      default: try reader.skip()
      }
    }
  }

  /// The reason why the file can't be read; `nil` if it can.
  var problem: OpenStreetMapProblem? {
    if required.contains(Self.history) { return .history }
    return required.first { !Self.known.contains($0) }.map(OpenStreetMapProblem.feature)
  }

  private static func text(ofSeconds seconds: Int64) -> String? {
    guard seconds > 0, let time = CivilTime(secondsSince1970: seconds) else { return nil }
    return time.text(between: "T") + "Z"
  }
}
