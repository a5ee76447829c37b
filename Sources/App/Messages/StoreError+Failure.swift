import Domain

extension StoreError {
  var failure: Failure { Failure(.storeFailed, sentence) }

  /// The problem with the stored data, and the remedy.
  var sentence: Message {
    switch self {
    case .noDirectory:
      """
      Nothing can be stored, because neither HOME nor the XDG variables name a directory. Set HOME, or \
      XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME.
      """
    case .unreadable(let path, let reason): "Could not read \(path): \(reason)."
    case .unwritable(let path, let reason), .writeFailed(let path, let reason): "Could not write \(path): \(reason)."
    case .notAStore(let path):
      "\(path) can't be read as a file of placefind, and is unchanged. Move it away to store data there."
    case .linesIgnored(let path, let count):
      "\(counted(count, "line")) of \(path) can't be read and \(count == 1 ? "is" : "are") ignored, but kept in the file."
    case .full(let path, let limit):
      "\(path) has reached its limit of \(limit >> 20) MiB, so nothing was added. Remove something from it first."
    case .locked(let path): "\(path) is locked by another process. Try again."
    case .shapeTooLarge(let name, let points, let limit):
      """
      This query isn't recorded: \(name.isEmpty ? "its shape" : name) has \(points.groupedText) points, more than the \
      \(limit.groupedText) of the history. Simplify the shape to record it.
      """
    case .idTaken(let id, let name):
      """
      Another place with the id \(id) is already saved\(name.map { ": \($0)" } ?? ""). Remove it first\
      \(terminal: ": `placefind saved remove \(ShellWord.operand(id))`", agent: ".")
      """
    }
  }
}

extension Failure {
  /// Reports a word that isn't the id of a saved place.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - name: The name of the place with this number in the last result; `nil` if there is none.
  /// - Returns: The failure.
  static func notSaved(_ word: String, inLastResult name: String?) -> Failure {
    let place = name.map { ", and place \(word) of the last result, \($0), isn't saved" } ?? ""
    return Failure(
      .placeNotFound,
      "No saved place has the id \(quoted: word)\(place).\(terminal: " `placefind saved` lists the ids.")"
    )
  }
}
