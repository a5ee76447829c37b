import Domain

/// Writes places compactly for language models: without absent values and attributes.
enum ToolPlaces {
  private static let fields = PlaceField.allCases.filter { $0 != .attributes }

  static func write(_ places: [FoundPlace], as name: String, to json: inout JSONWriter) {
    json.array(name, of: places) { json, found in
      json.element { json in
        for field in fields { write(field.rawValue, field.value(in: found), to: &json) }
      }
    }
  }

  /// Writes a member, unless it has no value.
  static func write(_ key: String, _ value: Listing.Value, to json: inout JSONWriter) {
    switch value {
    case .text(let text): if let text { json.member(key, text) }
    case .number(let number): if let number { json.member(key, number) }
    case .texts(let texts): if let texts, !texts.isEmpty { json.array(key, of: texts) { $0.element($1) } }
    case .integer(let number): if let number { json.member(key, number) }
    case .flag(let flag): if let flag { json.member(key, flag) }
    case .time(let stamp, _): if let stamp { json.member(key, stamp) }
    case .attributes(let attributes):
      if !attributes.isEmpty { json.member(key, appending: { $0.appendJSON(attributes: attributes) }) }
    }
  }

  /// Writes the source of a result and its attribution.
  static func writeOrigin(_ provenance: Provenance, to json: inout JSONWriter, _ services: [Service]) {
    json.member("source", provenance.source.name)
    let notice =
      provenance.source == .sample ? ResultNotices.sampleNotice(services).agentText : provenance.attribution
    if let notice { json.member("attribution", notice) }
  }
}
