/// The format of messages on standard error.
enum ErrorFormat: String, CaseIterable, Sendable {
  /// A sentence.
  case text
  /// One line of JSON.
  case json
}

extension World {
  /// The format of messages; if the option is repeated, the last one wins.
  ///
  /// Read from the raw arguments, because it also applies to an invalid command line.
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
