/// The source of a result, with its date, licence notice and number of requests.
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
  /// The number of requests sent to a service for this result, including retries.
  public var requests: Int
  /// The notice that the data's licence requires.
  public var attribution: String?
  /// The report on a file of rows that was read for this result; `nil` for an index or a service.
  public let reading: SourceReading?
  /// The time of the data according to the service, such as `2026-11-22T00:00:00Z`; `nil` if it isn't a ``DataTime``.
  public let dataTime: String?
  /// The age of the result if it came from the cache; `nil` for a new result.
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

/// The report on a file of rows that was read for a result.
public struct SourceReading: Sendable, Hashable {
  /// The reports on its inputs.
  public let inputs: [InputReport]
  /// The rows that didn't become places.
  public let skipped: [SkippedRows]

  public init(inputs: [InputReport], skipped: [SkippedRows]) {
    self.inputs = inputs
    self.skipped = skipped
  }
}
