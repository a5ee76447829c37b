/// Quotes words for command lines that the program prints for copying.
package enum ShellWord {
  /// Quotes a word if a shell would change it; control characters, which a terminal hides, become a `printf`
  /// expression.
  package static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return printed(word) }
    let isPlain =
      // zsh replaces a word that starts with = by the path of a command.
      !word.isEmpty && !word.hasPrefix("=")
      && word.unicodeScalars.allSatisfy { scalar in
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || ",._:/=@%+-".unicodeScalars.contains(scalar)
      }
    return isPlain ? word : inSingleQuotes(word)
  }

  /// Quotes a file path so that no program takes it for an option.
  package static func path(_ path: String) -> String { quoted(path.hasPrefix("-") ? "./" + path : path) }

  /// Quotes a word as the last operand so that no program takes it for an option.
  package static func operand(_ word: String) -> String { (word.hasPrefix("-") ? "-- " : "") + quoted(word) }

  private static func inSingleQuotes(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  private static func printed(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      let isPlain = scalar.properties.generalCategory != .control && scalar != "'" && scalar != "\\"
      guard !isPlain else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        text += "\\0" + byte.text(ofDigits: 3, radix: 8)
      }
    }
    return #""$(printf %b '"# + text + #"')""#
  }
}
