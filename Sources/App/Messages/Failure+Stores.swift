import Domain

extension Failure {
  /// Reports that saved data can't be used.
  init(_ error: StoreError) {
    self.init(.storeFailed, Self.sentence(for: error))
  }

  /// Describes an error of a store.
  static func sentence(for error: StoreError) -> Message {
    switch error {
    case .noDirectory:
      "Nothing can be stored: neither HOME nor the XDG variables name a directory. Set HOME, or XDG_CONFIG_HOME, "
        + "XDG_STATE_HOME and XDG_CACHE_HOME."
    case .unreadable(let path, let reason): "Could not read \(path): \(reason)."
    case .unwritable(let path, let reason), .writeFailed(let path, let reason):
      "Could not write \(path): \(reason)."
    case .notAStore(let path):
      "\(path) is not a file of placefind, and is left alone. Move it away, and placefind creates a new one."
    case .newerVersion(let path, let version, let supported):
      "\(path) has version \(version) and is left alone; this placefind reads up to version \(supported). Use a newer "
        + "placefind, or move the file away."
    case .linesPassedOver(let path, let count):
      "\(counted(count, "line")) of \(path) cannot be read and \(count == 1 ? "is" : "are") ignored; "
        + "the file keeps \(count == 1 ? "it" : "them")."
    case .full(let path, let limit):
      "\(path) would become larger than its limit of \(limit >> 20) MiB, so nothing was added. Remove something from "
        + "it first."
    case .locked(let path): "\(path) is locked by another process. Try again."
    case .shapeTooLarge(let name, let points, let limit):
      "The history does not keep this query: \(name.isEmpty ? "its shape" : name) has \(points.groupedText) points, "
        + "and "
        + "of a shape with more than \(limit.groupedText) it would keep nothing else."
    case .idTaken(let id, let name):
      "Another place with the id \(id) is saved already\(name.map { ": \($0)" } ?? ""). Remove it first"
        + "\(terminal: ": `placefind saved remove \(ShellWord.operand(id))`")."
    }
  }

  /// Reports that no place of the source matches a text; similar names may be suggested.
  static func notLocated(
    _ text: String,
    similarNames: [String],
    source: Source,
    _ services: [Service]
  ) -> Failure {
    let advice: Message =
      switch source {
      case _ where !similarNames.isEmpty: " Did you mean \(similarNames.joined(separator: ", or "))?"
      case .service: " Try an address, or a better-known name."
      case .index: "\(terminal: " `placefind index info FILE` shows the area of an index.")"
      case .sample: " The bundled sample has fictional places only. \(services.advice)"
      }
    return Failure(.placeNotFound, "No place matches '\(text)'.\(advice)")
  }

  /// Reports several distant places that match a text equally well.
  static func severalPlaces(_ text: String, _ candidates: [Place], _ totalCount: Int) -> Failure {
    let list = candidates.prefix(listedCandidates).map { place -> Message in
      let address = place.address.flatMap { $0 == place.name ? nil : " (\($0))" } ?? ""
      return "\(place.name ?? text)\(address) at \(place.coordinate.decimalText)"
    }
    let count = max(totalCount, candidates.count)
    return Failure(
      .usage,
      "'\(text)' may mean \(counted(count, "place")). Give the coordinates of one of them, or a more precise name: "
        + "\(list.joined(separator: "; "))\(count > list.count ? "; …" : ".")"
    )
  }

  private static let listedCandidates = 5

  /// Reports that no place has a number or an id.
  ///
  /// - Parameters:
  ///   - word: The number or the id.
  ///   - lastCount: The number of places of the last result; `nil` if only saved places count.
  ///   - isEmptyResult: Whether the last query found nothing, so that an older result may be the last with places.
  init(noPlace word: String, lastCount: Int?, isEmptyResult: Bool = false) {
    let advice: Message =
      switch lastCount {
      case nil: "\(terminal: " `placefind saved` lists what is saved.")"
      case 0? where isEmptyResult:
        " The last query found nothing, so its result has no "
          + "numbers.\(terminal: " `placefind history` lists the queries.")"
      case 0?: " No result is recorded yet. Search at a terminal or with \(.record)."
      case let count?:
        " The last result has \(counted(count, "place")); no earlier result, saved place or index has that id."
      }
    self.init(.placeNotFound, "There is no place '\(word)'.\(advice)")
  }
}
