import Domain

/// The pages that an earlier version has kept of a search that did not end, as the responses that they came in.
struct EarlierPages {
  let store: ResponseStore
  /// The address of the service.
  let service: String

  /// Turns the pages of a query into responses; nothing where there are none.
  func convert(_ query: PlaceQuery, limit: PlaceLimit) {
    let asked = JSONTree.asked(AskedQuery(query: query, amount: .collection(limit)), isKey: true)
    let key = JSONTree.members(["service": .text(service), "kind": .text("pages"), "asked": asked])
    var number = 0
    while true {
      let part = JSONTree.members(["pages": key, "part": .integer(number)])
      guard let kept = store.entry(of: String(decoding: part.line, as: UTF8.self), .answer),
        let pages = JSONTree(reading: kept.body)?.elements, !pages.isEmpty
      else { return }
      for page in pages {
        guard let request = page["asked"]?.string, let time = page["at"]?.integer, store.response(to: request) == nil
        else { continue }
        // What cannot be kept is asked for again.
        try? store.store(Self.body(of: page), of: request, atSeconds: Int64(time))
      }
      number += 1
    }
  }

  /// The body of the response that a page came in.
  private static func body(of page: JSONTree) -> [UInt8] {
    let documents = page["places"]?.elements.map { place -> JSONTree in
      let point = place["at"]?.elements ?? []
      let rest = JSONTree.present([
        "x": point.last.map(text), "y": point.first.map(text), "distance": place["distance_m"].map(text),
      ])
      return .object(place.members.filter { ["at", "distance_m", "kind"].contains($0.key) == false } + rest)
    }
    let meta = JSONTree.members([
      "total_count": page["total_count"], "pageable_count": page["pageable_count"], "is_end": page["last"],
    ])
    return JSONTree.members(["documents": .list(documents ?? []), "meta": meta]).line
  }

  /// A number as the service writes it: as text.
  private static func text(_ number: JSONTree) -> JSONTree { .text(String(decoding: number.line, as: UTF8.self)) }
}
