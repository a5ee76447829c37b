/// Where an answer came from and what it cost.
public struct Provenance: Sendable, Hashable {
  /// The kinds of source an answer can come from.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The Kakao Local service.
    case kakao
    /// A file of places.
    case index
    /// The bundled, fictional sample.
    case sample
  }

  /// Who answered.
  public let source: Source
  /// Requests sent to a service for this answer, retries included.
  public let requests: Int
  /// The notice that the data's licence asks for.
  public let attribution: String?
  /// How the rows of a file fared that was read for this answer; `nil` for an index and a service.
  public let reading: SourceReading?

  /// Makes a provenance.
  public init(source: Source, requests: Int = 0, attribution: String? = nil, reading: SourceReading? = nil) {
    self.source = source
    self.requests = requests
    self.attribution = attribution
    self.reading = reading
  }
}

/// How the rows of a file fared that was read to answer.
public struct SourceReading: Sendable, Hashable {
  /// Which of its places can be found.
  public let inputs: [InputReport]
  /// Its rows that did not become places.
  public let skipped: [SkippedRows]

  /// Makes a report.
  public init(inputs: [InputReport], skipped: [SkippedRows]) {
    self.inputs = inputs
    self.skipped = skipped
  }
}

/// One page of places, as the service cut it.
public struct PlacePage: Sendable, Hashable {
  /// The places of this page, in order.
  public let places: [FoundPlace]
  /// How many places match in all, as far as the source says.
  public let totalCount: Int
  /// How many of them can be reached by paging.
  public let pageableCount: Int
  /// Whether no page comes after this one.
  public let isLast: Bool
  /// Where the page came from.
  public let provenance: Provenance

  /// Makes a page.
  public init(
    places: [FoundPlace],
    totalCount: Int,
    pageableCount: Int,
    isLast: Bool,
    provenance: Provenance
  ) {
    self.places = places
    self.totalCount = totalCount
    self.pageableCount = pageableCount
    self.isLast = isLast
    self.provenance = provenance
  }
}

/// The places collected for a question, and whether they are all of them.
public struct PlaceCollection: Sendable, Hashable {
  /// The places, in the order of the question.
  public let places: [FoundPlace]
  /// How many places match in all, as far as the source says.
  public let totalCount: Int
  /// Whether the places are everything that matches; never true in doubt.
  public let isComplete: Bool
  /// Whether places are missing because the time was over.
  public let isTimeUp: Bool
  /// Where the places came from.
  public let provenance: Provenance

  /// Makes a collection.
  public init(
    places: [FoundPlace],
    totalCount: Int,
    isComplete: Bool,
    isTimeUp: Bool = false,
    provenance: Provenance
  ) {
    self.places = places
    self.totalCount = totalCount
    self.isComplete = isComplete
    self.isTimeUp = isTimeUp
    self.provenance = provenance
  }
}
