import Domain

extension [Service] {
  /// The service that a key chooses: the first that takes one, and no other.
  var keyed: Service? { first { $0.key != nil } }

  /// The service whose places may be kept as an index.
  var fetched: Service? { first { $0.license != nil } }

  /// The environment variable of that key.
  var keyVariable: String { keyed?.key?.variable ?? "" }

  /// How to get real places without an index, and with one.
  var advice: String {
    let keyless = first { $0.key == nil }.map { "use --source \($0.name), " } ?? ""
    return "\(keyless)set \(keyVariable), or build an index: placefind index build FILE"
  }

  /// How to get real places, in a few words.
  var shortAdvice: String {
    first { $0.key == nil }.map { "--source \($0.name)" } ?? "set \(keyVariable)"
  }

  /// The services that another default holds for, as the end of a sentence.
  func exceptions(to standard: Duration, _ manner: KeyPath<Service.Manners, Duration>) -> String {
    filter { $0.manners[keyPath: manner] != standard }
      .map { "; \(DurationParser.text(of: $0.manners[keyPath: manner])) with \($0.name)" }.joined()
  }
}
