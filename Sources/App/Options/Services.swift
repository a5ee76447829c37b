import Domain

extension [Service] {
  /// The values of `--source`.
  var sourceWords: [String] { ["auto"] + Source.all(self).map(\.name) }

  /// The first service with a key, which is the only one selected by a key.
  var keyed: Service? { first { $0.key != nil } }

  /// The service whose places may be downloaded as an index.
  var fetched: Service? { first { $0.license != nil } }

  /// The environment variable of the key.
  var keyVariable: String { keyed?.key?.variable ?? "" }

  /// The ways to get real places: each service, and an index.
  var advice: Message {
    var advice: Message = ""
    for service in self {
      if let key = service.key {
        let area = service.area.map { "In \($0.name), set" } ?? "Set"
        advice += "\(area) \(key.variable) to the \(key.term) of \(key.owner). "
      } else {
        advice += "Anywhere, use \(.source) \(service.name). "
      }
    }
    return advice
      + "Offline, use an index\(terminal: ": `placefind index fetch --near TEXT` or `placefind index build FILE`")."
  }

  /// The shortest way to get real places.
  var shortAdvice: Message {
    first { $0.key == nil }.map { "\(.source) \($0.name)" } ?? "set \(keyVariable)"
  }

  /// Returns the source that a mistyped word or a service's title most likely means; `nil` if there is none.
  func nearestSource(to word: String) -> String? {
    if let nearest = NearestWord.of(word, among: sourceWords) { return nearest }
    let titles = flatMap { service in [service.title, service.fullTitle].map { (title: $0, name: service.name) } }
    let nearest = NearestWord.of(word, among: titles.map(\.title))
    return titles.first { $0.title == nearest }?.name
  }

  /// Returns the services with another default, as the end of a sentence.
  func exceptions(to standard: Duration, _ property: KeyPath<Service.RequestDefaults, Duration>) -> String {
    filter { $0.requestDefaults[keyPath: property] != standard }
      .map { "; \(DurationParser.text(of: $0.requestDefaults[keyPath: property])) with \($0.name)" }.joined()
  }

  /// The services with another lifetime of responses in the cache, as the end of a sentence.
  var lifetimeExceptions: String {
    filter { $0.requestDefaults.responseLifetime != StoreConfiguration.standardCacheLifetime }
      .map { service in
        let (responses, names) = (service.requestDefaults.responseLifetime, service.requestDefaults.nameLifetime)
        return "; \(DurationParser.text(of: responses)) with \(service.name)"
          + (names.map { ", and \(DurationParser.text(of: $0)) for names and addresses" } ?? "")
      }.joined()
  }
}
