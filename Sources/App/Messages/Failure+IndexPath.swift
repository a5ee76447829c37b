import Domain

/// What stands where an index is named, or does not.
extension Failure {
  /// Reports an index of the data folder that was built from files, and is no input of the default one.
  static func indexBuilt(path: String, name: String) -> Failure {
    Failure(
      .inputLast,
      """
      No input of the default index is called '\(name)', and \(path) was built, not fetched, so it stays. Delete the \
      file itself: rm \(ShellWord.path(path))
      """
    )
  }

  /// Reports a file in the place of an index that is to be fetched.
  static func outputTaken(path: String) -> Failure {
    Failure(.fileExists, "\(path) already exists and is not an index; name another --output.")
  }

  /// Reports an existing index and its contents, and what to do for an index that is built or fetched.
  init(existing index: IndexSummary, isOutputNamed: Bool, isFetched: Bool) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let time = index.builtAtSeconds
    let newest = time > 0 ? ", newest input of \(TimeFormatter().stamp(time))" : ""
    let another = isOutputNamed ? "another --output" : "a file with --output"
    let places = counted(index.placeCount, "place")
    if isFetched {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources)\(newest). Use --update to fetch it again, \
        or name \(another).
        """
      )
    } else {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources)\(newest). `placefind index add` adds to \
        it. Use --force to overwrite it, or name \(another).
        """
      )
    }
  }

  /// That a file cannot be read, and of an index what there is instead.
  ///
  /// - Parameters:
  ///   - path: The file; of an index it may be a name that none in the data folder has.
  ///   - reason: Why not.
  ///   - isNamedAsIndex: Whether it was to be one, though data may stand in its place: such a file has an ending.
  /// - Returns: The sentences.
  static func unreadable(_ path: String, _ reason: String, isNamedAsIndex: Bool = false) -> String {
    let name = path.split(separator: "/").last ?? ""
    let isName = isNamedAsIndex && !name.isEmpty && !name.contains(".")
    let file = isName ? "\(path).pfx" : path
    let advice =
      isName || path.hasSuffix(".pfx")
      ? " `placefind index list` tells which indexes there are; `placefind index build FILE -o \(argument(file))` makes one."
      : ""
    return "Could not read \(path): \(reason).\(advice)"
  }

  /// An index that is named by a word does not exist; some other ones do.
  static func indexMissing(_ path: String, known: [String] = []) -> Failure {
    let names = known.compactMap { $0.split(separator: "/").last }.map {
      $0.hasSuffix(".pfx") ? String($0.dropLast(4)) : String($0)
    }
    guard let nearest = NearestWord.of(path, among: names) else {
      return Failure(.fileFailed, unreadable(path, "No such file or directory", isNamedAsIndex: true))
    }
    return Failure(
      .fileFailed,
      "There is no index '\(path)'; did you mean \(nearest)? `placefind index list` lists the indexes."
    )
  }
}
