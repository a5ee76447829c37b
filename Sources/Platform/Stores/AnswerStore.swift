import Domain

/// The places of the last answers, in one file.
struct AnswerStore: Sendable {
  /// Places of one answer that are kept: more do not fit a screen.
  static let keptPlaces = 1_000
  /// Bytes from which on the oldest answers are dropped: about 100 typical ones, and half are kept.
  static let answerBytes = 1 << 20

  private let file: RecordFile
  private let session: Int32

  /// Names the file; nothing is opened.
  ///
  /// - Parameters:
  ///   - directory: Where it lies.
  ///   - session: Who asks: a number that the processes of one terminal share.
  init(directory: StoreDirectory, session: Int32) {
    file = RecordFile(directory: directory, name: "answers", isSynced: false)
    self.session = session
  }

  /// Keeps an answer.
  func record(_ places: [FoundPlace], center: Coordinate?, provenance: Provenance) throws(StoreError) {
    let record = JSONTree.members([
      "source": .text(provenance.source.rawValue), "attribution": provenance.attribution.map(JSONTree.text),
      "center": center.map(JSONTree.coordinate), "session": .integer(session),
      "places": .list(places.prefix(Self.keptPlaces).map(JSONTree.place)),
    ])
    try file.append([record], limit: Self.answerBytes)
  }

  /// The answers, newest first.
  func answers() throws(StoreError) -> [[RecalledPlace]] {
    guard file.directory.path != nil else { return [] }
    return try file.records().reversed().map(Self.places)
  }

  /// The last answer that was given in this terminal; where none was, the last one of all.
  func lastAnswer() throws(StoreError) -> [RecalledPlace] {
    guard file.directory.path != nil else { return [] }
    let records = try file.records()
    let own = records.last { $0["session"]?.integer == Int(session) }
    return (own ?? records.last).map(Self.places) ?? []
  }

  private static func places(_ record: JSONTree) -> [RecalledPlace] {
    record["places"]?.elements.compactMap { RecalledPlace(record, place: $0, origin: .answer) } ?? []
  }

  /// Forgets the answers.
  func clear() throws(StoreError) {
    guard file.directory.path != nil else { return }
    try file.clear()
  }
}

extension RecalledPlace {
  /// Reads a place of an answer that was kept.
  init?(_ record: JSONTree, place: JSONTree, origin: Origin) {
    guard let found = place.foundPlace,
      let source = record["source"]?.string.flatMap(Provenance.Source.init(rawValue:))
    else { return nil }
    self.init(
      found,
      from: record["center"]?.coordinate,
      provenance: Provenance(source: source, attribution: record["attribution"]?.string),
      origin: origin
    )
  }

  /// Makes a recalled place, with its bearing.
  init(_ found: FoundPlace, from center: Coordinate?, provenance: Provenance, origin: Origin) {
    self.init(
      found: found,
      center: center,
      bearing: center.map { Bearing.degrees(from: $0, to: found.place.coordinate) },
      source: provenance.source,
      attribution: provenance.attribution,
      origin: origin
    )
  }
}
