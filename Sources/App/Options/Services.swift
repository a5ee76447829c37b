import Domain

extension [Service] {
  /// The service that a key chooses: the first that takes one, and no other.
  var keyed: Service? { first { $0.key != nil } }

  /// The service whose places may be kept as an index.
  var fetched: Service? { first { $0.license != nil } }

  /// The environment variable of that key.
  var keyVariable: String { keyed?.key?.variable ?? "" }

  /// The ways to real places: each service, and an index.
  var advice: String {
    let services = map { service in
      guard let key = service.key else { return "Anywhere, use --source \(service.name)." }
      let area = service.area.map { "In \($0.name), set" } ?? "Set"
      return "\(area) \(key.variable) to the \(key.term) of \(key.owner)."
    }
    let index = "Offline, use an index: `placefind index fetch` or `placefind index build FILE`."
    return (services + [index]).joined(separator: " ")
  }

  /// How to get real places, in a few words.
  var shortAdvice: String {
    first { $0.key == nil }.map { "--source \($0.name)" } ?? "set \(keyVariable)"
  }

  /// The word of the source that a mistyped word, or the title of a service, most likely means; `nil` for none.
  func nearestSource(to word: String) -> String? {
    let words = SourceConfiguration.Choice.all(self).map(\.word)
    if let nearest = NearestWord.of(word, among: words) { return nearest }
    let titles = flatMap { service in [service.title, service.fullTitle].map { (title: $0, name: service.name) } }
    let nearest = NearestWord.of(word, among: titles.map(\.title))
    return titles.first { $0.title == nearest }?.name
  }

  /// The services that another default holds for, as the end of a sentence.
  func exceptions(to standard: Duration, _ manner: KeyPath<Service.Manners, Duration>) -> String {
    filter { $0.manners[keyPath: manner] != standard }
      .map { "; \(DurationParser.text(of: $0.manners[keyPath: manner])) with \($0.name)" }.joined()
  }
}
