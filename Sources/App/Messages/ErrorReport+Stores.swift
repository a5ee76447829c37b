import Domain

/// A text that names no place.
struct NotLocated: Sendable, Hashable {
  /// What was typed.
  let text: String
  /// Names that the source knows and that are spelled like it.
  let similarNames: [String]
  /// Who was asked.
  let source: Provenance.Source
}

extension ErrorReport {
  /// Reports that something kept on this machine cannot be used.
  init(_ error: StoreError) {
    self.init("store_failed", .fileFailed, Self.sentence(for: error))
  }

  /// Says what is wrong with something kept on this machine.
  static func sentence(for error: StoreError) -> String {
    switch error {
    case .noDirectory:
      "Nothing can be kept: neither HOME nor the XDG variables name a directory. Set HOME, or XDG_CONFIG_HOME, "
        + "XDG_STATE_HOME and XDG_CACHE_HOME."
    case .unreadable(let path, let reason): "Could not read \(path): \(reason)."
    case .unwritable(let path, let reason): "Could not write \(path): \(reason)."
    case .notAStore(let path):
      "\(path) is not a file of placefind, and is left alone. Move it away to have a new one made."
    case .newerVersion(let path, let version, let supported):
      "\(path) has version \(version) and is left alone; this placefind knows up to \(supported). Use the newer one, or "
        + "move the file away."
    case .linesPassedOver(let path, let count):
      "\(counted(count, "line")) of \(path) cannot be read and \(count == 1 ? "was" : "were") passed over; "
        + "\(count == 1 ? "it stays as it is" : "they stay as they are")."
    case .locked(let path): "Another process keeps \(path) locked. Try again."
    }
  }

  /// Reports that a text names no place.
  init(_ failure: NotLocated) {
    let guess =
      failure.similarNames.isEmpty ? "" : " Did you mean \(failure.similarNames.joined(separator: ", or "))?"
    let advice =
      switch failure.source {
      case .kakao: " Try an address, or a better-known name."
      case .index: " `placefind index info` tells what area an index covers."
      case .sample: " The bundled sample knows made-up places only; set KAKAO_REST_API_KEY or build an index."
      }
    self.init("place_not_found", .nothingFound, "Nothing is called '\(failure.text)'.\(guess.isEmpty ? advice : guess)")
  }

  /// Reports that there is no place of a number or an id.
  init(noPlace word: String, lastCount: Int?) {
    let advice =
      switch lastCount {
      case nil: "`placefind saved` lists what is saved."
      case 0?: "There is no last answer either: ask first, at a terminal or with --record."
      case let count?:
        "The last answer has \(counted(count, "place")), and no answer before, no saved place and no index has such an id."
      }
    self.init("place_not_found", .nothingFound, "There is no place '\(word)'. \(advice)")
  }
}
