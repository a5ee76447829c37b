/// Where an answer came from and how many requests it took.
public struct Provenance: Sendable, Hashable {
  /// The sources an answer can come from.
  public enum Source: Sendable, Hashable {
    /// A service.
    case service(Service)
    /// A file of places.
    case index
    /// The bundled, fictional sample.
    case sample

    /// The word for it, such as `index`.
    public var name: String {
      switch self {
      case .service(let service): service.name
      case .index: "index"
      case .sample: "sample"
      }
    }

    /// The source of a name; `nil` for a name that is neither `index` nor `sample` nor that of a known service.
    public init?(name: String, among services: [Service]) {
      let known = services.map(Source.service) + [.index, .sample]
      guard let source = known.first(where: { $0.name == name }) else { return nil }
      self = source
    }

    /// The service; `nil` for a source on this machine.
    public var service: Service? { if case .service(let service) = self { service } else { nil } }

    /// Whether an answer costs requests to a service.
    public var isMetered: Bool { service != nil }
  }

  /// Who answered.
  public let source: Source
  /// Requests sent to a service for this answer, retries included.
  public var requests: Int
  /// The notice that the data's licence requires.
  public var attribution: String?
  /// The result for the rows of a file that was read for this answer; `nil` for an index and a service.
  public let reading: SourceReading?
  /// The time of the data as the service gives it, such as `2026-11-22T00:00:00Z`; `nil` where it gives none that is a
  /// ``DataTime``.
  public let dataTime: String?
  /// How long ago the source gave the answer, when it comes from the cache; `nil` when it was given now.
  public let age: Duration?

  public init(
    source: Source,
    requests: Int = 0,
    attribution: String? = nil,
    reading: SourceReading? = nil,
    dataTime: String? = nil,
    age: Duration? = nil
  ) {
    self.source = source
    self.requests = requests
    self.attribution = attribution
    self.reading = reading
    self.dataTime = DataTime.read(dataTime)
    self.age = age
  }
}

/// The result for the rows of a file that was read for an answer.
public struct SourceReading: Sendable, Hashable {
  /// Which of its places can be found.
  public let inputs: [InputReport]
  /// Its rows that did not become places.
  public let skipped: [SkippedRows]

  public init(inputs: [InputReport], skipped: [SkippedRows]) {
    self.inputs = inputs
    self.skipped = skipped
  }
}
