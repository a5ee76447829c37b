import Domain
import Tables

/// Finds addresses.
extension PlaceIndex {
  /// Returns the addresses that a text may refer to, each with the first place that has it.
  func places(at typed: TypedAddress, limit: Int) throws(IndexHeader.FormatError) -> PlaceIndexResult {
    let positions = content.withoutHidden(try content.places(at: typed))
    let parts = try content.collect(from: positions, into: [(ByteView, NameRank)]()) { found, row, position in
      for field in [PlaceText.Field.roadAddress, .lotAddress] {
        guard let match = typed.match(row[field]) else { continue }
        let rank = NameRank(match: match, sourceCategory: 0, length: row.length(of: field), position: position)
        found.append((row[field], rank))
      }
    }
    var ordered = FirstElements<(key: ByteView, value: NameRank)>(limit: limit) {
      $0.value == $1.value ? $0.key.precedes($1.key) : $0.value < $1.value
    }
    for address in distinct(parts.joined()) { ordered.add(address) }
    let first = Array(ordered.first)
    return try result(first.map(\.value), of: ordered.count, for: typed.text, by: .address) { number, place in
      Place(
        id: "",
        name: first[number].key.text,
        coordinate: place.coordinate,
        group: nil,
        lotAddress: place.lotAddress,
        roadAddress: place.roadAddress
      )
    }
  }

  /// The maximum distance of two places with the same address, in metres; farther ones are in different towns.
  private static let metersOfAddress = 2_000.0

  /// Returns each address once, in every town that has it, with the first of its places.
  private func distinct(_ all: some Sequence<(ByteView, NameRank)>) -> [(key: ByteView, value: NameRank)] {
    let reader = PlaceReader(content: content)
    var single: [ByteView: NameRank] = [:]
    var repeated: [ByteView: [NameRank]] = [:]
    for (address, rank) in all {
      if let known = single.updateValue(rank, forKey: address) { repeated[address, default: []].append(known) }
    }
    for (address, ranks) in repeated {
      guard let last = single.removeValue(forKey: address) else { continue }
      repeated[address] = ranks + [last]
    }
    return Array(single)
      + repeated.flatMap { address, ranks in
        // Whatever the order of the places in the file, those of a town are the same.
        let sorted = ranks.map { (rank: $0, point: reader.coordinates(at: $0.position)) }.sorted { $0.point < $1.point }
        var towns: [(start: UInt32, first: NameRank)] = []
        for (rank, _) in sorted {
          let near = towns.firstIndex { reader.meters($0.start, rank.position) <= Self.metersOfAddress }
          if let town = near {
            towns[town].first = min(towns[town].first, rank)
          } else {
            towns.append((rank.position, rank))
          }
        }
        return towns.map { (address, $0.first) }
      }
  }
}
