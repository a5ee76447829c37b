/// Which source to ask and how: what a user may say about it, with every default.
///
/// Some of it concerns one source alone, and says so; the others pass over it.
public struct SourceConfiguration: Sendable, Hashable {
  /// The sources a user can name.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The index named, else Kakao when there is a key, else the default index file, else the sample.
    case auto
    /// The Kakao Local service.
    case kakao
    /// A file of places.
    case index
    /// The bundled, fictional sample.
    case sample
  }

  /// The source wanted.
  public var choice: Choice = .auto
  /// File of places: the one that the user named for this query.
  public var indexPath: String?
  /// File of places: the index that is used when nothing else is named; it may be missing.
  public var defaultIndexPath: String?
  /// File of places: the language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// Kakao Local: the service's address, `nil` for the real one.
  public var endpoint: String?
  /// Kakao Local: the key.
  public var key: APIKey?
  /// Kakao Local: the time that one whole query may take; more than a year counts as a year.
  public var timeout: Duration = .seconds(10)
  /// Kakao Local: whether a query that turns out to take many requests is given more time than that.
  public var timeoutGrows = true
  /// Kakao Local: how often one request is tried again, 0...100.
  public var retries = 4
  /// Kakao Local: requests a second over the whole process; 0 for no limit.
  public var requestsPerSecond = 10.0
  /// Kakao Local: requests that one query may cost; `nil` for no bound.
  public var maximumRequests: Int?
  /// Kakao Local: requests that all queries together may cost; `nil` for no bound.
  public var requestBudget: Int?
  /// What may be kept on this machine, and where.
  public var stores = StoreConfiguration()

  /// The address of the Kakao Local service.
  public static let standardEndpoint = "https://dapi.kakao.com"
  /// The centre of the bundled sample, latitude first, in degrees.
  public static let sampleCenter = "37.4979,127.0276"

  /// Makes options with every default.
  public init() {}
}

/// The pages that can be asked for.
public struct PageLimits: Sendable, Hashable {
  /// Page numbers.
  public let numbers: ClosedRange<Int>
  /// Page sizes, in places.
  public let sizes: ClosedRange<Int>

  /// The pages of the Kakao Local service.
  ///
  /// An index keeps to them too, so that a script can change its source.
  /// Source: developers.kakao.com, Local, search by category (read 2026-11-21).
  public static let kakaoLocal = PageLimits(numbers: 1...45, sizes: 1...15)

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - numbers: Page numbers, from 1 on.
  ///   - sizes: Page sizes in places, from 1 on.
  public init(numbers: ClosedRange<Int>, sizes: ClosedRange<Int>) {
    self.numbers = numbers
    self.sizes = sizes
  }
}
