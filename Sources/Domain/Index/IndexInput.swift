/// An input of an index: the origin of some of its places.
public struct IndexInput: Sendable, Hashable {
  /// The absolute path of the file, or the name that the user gave it; ``standardInput`` or ``pipe`` if it has neither.
  public var name: String
  /// The attribution that the licence of the data requires.
  public var attribution: String?
  /// The licence of the data.
  public var license: String?
  /// The time of the data, in seconds since 1970-01-01 00:00 UTC: the file's modification time; 0 if unknown, for
  /// example for a pipe.
  public var modifiedAtSeconds: Int64 = 0
  /// The number of places in the input; a place in several inputs counts in each.
  public var placeCount = 0
  /// The number of rows or elements that were left out because they have no usable coordinate.
  public var unplacedCount = 0
  /// The areas in which the index holds every place of this input's source: circles, rectangles, polygons and
  /// corridors; empty if unknown.
  public var coverage: [SearchArea] = []
  /// Whether the user declared ``coverage``, for all inputs read together.
  ///
  /// Such a coverage ends when any of these inputs is removed. If the file itself declares its coverage, the coverage
  /// ends when that file is removed.
  public var isCoverageGiven = false
  /// Whether the input is an extract of OpenStreetMap; without a declared coverage, its boundary is unknown.
  public var isExtract = false
  /// The only categories that are complete in the coverage, as a user writes them; empty for all categories of the
  /// source.
  public var coveredCategories: [String] = []
  /// The release of the data; the earliest if there are several.
  public var release: String?
  /// The latest release of the data, if its parts have several releases.
  public var latestRelease: String?
  /// The service's remark about truncating the response that this input is, or the sign that it is one page; `nil` for
  /// any other input.
  public var remark: String?

  /// The meaning of the columns of the input; `nil` for formats without columns.
  public var mapping: ColumnMapping?
  /// The rules that were chosen for the input, without its columns; used when the input is read again.
  public var rules = ImportRules()

  public init(_ name: String, attribution: String? = nil, license: String? = nil, modifiedAtSeconds: Int64 = 0) {
    self.name = name
    self.attribution = attribution
    self.license = license
    self.modifiedAtSeconds = modifiedAtSeconds
  }

  /// The name of standard input without a name from the user.
  public static let standardInput = "standard input"
  /// The name of a pipe without a name from the user.
  public static let pipe = "a pipe"

  /// Whether the name identifies the input, so that a later import can replace it.
  public var isReplaceable: Bool {
    ![Self.standardInput, Self.pipe].contains { name == $0 || name.hasPrefix("\($0) ") }
  }

  /// The name without its directory.
  public var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The attribution and licence to show with the places; `nil` if there is neither.
  public var notice: String? {
    guard let attribution else { return license }
    guard let license, !attribution.contains(license) else { return attribution }
    return license.contains(attribution) ? license : "\(attribution), \(license)"
  }

  /// Joins notices and drops repeated parts between semicolons; `nil` if the notice would be empty.
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

/// The changes to an input that was read again or removed.
public struct IndexInputChange: Sendable, Hashable {
  public package(set) var name: String
  /// The number of new places.
  public var added = 0
  /// The number of removed places.
  public var removed = 0
  /// The number of places with a new coordinate.
  public var moved = 0
  /// The number of places with new texts or categories.
  public var changed = 0
  /// The number of unchanged places.
  public var unchanged = 0

  public init(name: String) { self.name = name }
}
