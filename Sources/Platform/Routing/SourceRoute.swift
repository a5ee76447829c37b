import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which source answers, decided from what the user said.
///
/// The decision is made before anything is opened; a source that then fails never gives way to another one.
enum SourceRoute: Sendable, Hashable {
  /// The Kakao Local service.
  case kakao
  /// A file of places.
  case index(path: String)
  /// The bundled sample.
  case sample

  /// Decides.
  ///
  /// - Parameters:
  ///   - options: What the user said.
  ///   - fileExists: Tells whether there is a file at a path; asked about the usual index only.
  /// - Throws: `.fileUnreadable` when an index was chosen and none is named anywhere.
  init(
    choosing options: SourceConfiguration,
    fileExists: (String) -> Bool = Self.hasFile
  ) throws(PlaceSearchError) {
    switch options.choice {
    case .kakao:
      self = .kakao
    case .index:
      guard let path = options.indexPath ?? options.usualIndexPath else {
        throw .fileUnreadable(path: "", reason: "no index file is named")
      }
      self = .index(path: path)
    case .sample:
      self = .sample
    case .auto:
      if let path = options.indexPath {
        self = .index(path: path)
      } else if options.key != nil {
        self = .kakao
      } else if let path = options.usualIndexPath, fileExists(path) {
        self = .index(path: path)
      } else {
        self = .sample
      }
    }
  }

  /// Tells whether there is a file at a path; one that may not be read counts, so that opening it says why.
  static func hasFile(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
