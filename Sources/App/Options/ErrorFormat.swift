/// How an error is written on standard error.
enum ErrorFormat: String, CaseIterable, Sendable {
  /// A sentence.
  case text
  /// One line of JSON.
  case json
}

extension World {
  /// The format of messages, read here alone, because it also holds for a command line that cannot be parsed: of several
  /// the last, as for every option.
  var errorFormat: ErrorFormat {
    let name = Option.errorFormat.spelling
    let words = arguments.prefix { $0 != "--" }
    var format: ErrorFormat?
    for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) where word.hasPrefix(name) {
      let value = word == name ? next : word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
      format = value.map { ErrorFormat(rawValue: $0.lowercased()) ?? .text } ?? format
    }
    return format ?? .text
  }
}

extension Arguments.Messages {
  /// Whether a progress line may be drawn: never among lines of JSON.
  func wantsProgress(in world: World) -> Bool {
    hasProgress && !isQuiet && world.errorFormat == .text
  }
}
