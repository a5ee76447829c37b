/// An input of an index: where some of its places come from.
public struct IndexInput: Sendable, Hashable {
  /// The absolute path of the file, or the name that the user gave it; ``standardInput`` or ``pipe`` for what has
  /// neither.
  public var name: String
  /// The notice that the licence of its data requires.
  public var attribution: String?
  /// The licence of its data.
  public var license: String?
  /// The time of its data, in seconds since 1970-01-01 00:00 UTC: that of the file's last change; 0 when it is not
  /// known, as of a pipe.
  public var readAtSeconds: Int64 = 0
  /// How many places are of it; a place that several inputs hold counts in each.
  public var placeCount = 0
  /// How many rows or elements came without a position that can be used, so that they are not among the places.
  public var unplacedCount = 0
  /// The areas of which the index holds every place that this input's source has: circles, rectangles, polygons and
  /// what lies along lines; empty when nobody said.
  public var coverage: [SearchArea] = []
  /// Whether the user said that, of all inputs that were read together.
  ///
  /// The index knows it no more when one of them goes. What a file says of itself holds as long as the file stays.
  public var isCoverageGiven = false
  /// Whether it is an extract of OpenStreetMap: without a coverage, nobody knows where its source has more places.
  public var isExtract = false
  /// The only categories of which it holds every place there, as a user writes them; empty for all that its source has.
  public var coveredCategories: [String] = []
  /// The release of its data; the earliest of several.
  public var release: String?
  /// The latest release of its data, where the parts of it are of several.
  public var latestRelease: String?
  /// What a service said when it cut its answer short, which the input is; `nil` for any other input.
  public var remark: String?

  public init(_ name: String, attribution: String? = nil, license: String? = nil, readAtSeconds: Int64 = 0) {
    self.name = name
    self.attribution = attribution
    self.license = license
    self.readAtSeconds = readAtSeconds
  }

  /// The name of standard input that was given none.
  public static let standardInput = "standard input"
  /// The name of a pipe that was given none.
  public static let pipe = "a pipe"

  /// Whether the same name stands for the same input, which can then be replaced.
  public var isReplaceable: Bool { name != Self.standardInput && name != Self.pipe }

  /// The name without the directory.
  public var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// What has to be said of its places: the attribution and the licence; `nil` for nothing.
  public var notice: String? {
    guard let attribution else { return license }
    guard let license, !attribution.contains(license) else { return attribution }
    return license.contains(attribution) ? license : "\(attribution), \(license)"
  }

  /// Joins notices, whose parts between semicolons occur once; `nil` for none.
  ///
  /// - Parameters:
  ///   - notices: The notices.
  ///   - order: Another such joint notice, whose parts are in the order that these get; parts that it lacks come last.
  /// - Returns: The joint notice; `nil` for none.
  public static func joined(_ notices: [String?], inOrderOf order: String?) -> String? {
    let first = parts(of: [order])
    let parts = parts(of: notices)
    let ordered = first.filter(parts.contains) + parts.filter { !first.contains($0) }
    return ordered.isEmpty ? nil : ordered.joined(separator: "; ")
  }

  /// Joins notices, whose parts between semicolons occur once; `nil` for none.
  public static func joined(_ notices: [String?]) -> String? {
    let parts = parts(of: notices)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func parts(of notices: [String?]) -> [String] {
    var parts: [String] = []
    for part in notices.compactMap(\.self).flatMap({ $0.split(separator: ";") }) {
      let part = String(part.drop { $0 == " " })
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }
}

/// What became of the places of an input that was read again or removed.
public struct IndexInputChange: Sendable, Hashable {
  /// The name of the input.
  public let name: String
  /// Places that were not there before.
  public var added = 0
  /// Places that are gone.
  public var removed = 0
  /// Places that are elsewhere now.
  public var moved = 0
  /// Places whose texts or categories are others.
  public var changed = 0
  /// Places that are as before.
  public var unchanged = 0

  public init(name: String) { self.name = name }
}
