import Domain

/// Errors about index paths.
extension Failure {
  /// Reports an index in the data directory that was built from files and isn't part of the default index.
  static func indexBuilt(path: String, name: String) -> Failure {
    Failure(
      .inputLast,
      """
      No input of the default index is called '\(name)', and \(path) was built, not fetched, so it stays. Delete the \
      file itself: rm \(ShellWord.path(path))
      """
    )
  }

  /// Reports a file at the path of an index to download.
  static func outputTaken(path: String) -> Failure {
    Failure(.fileExists, "\(path) already exists and is not an index; name another \(.output).")
  }

  /// Reports an existing index with its contents, and the options to build or download one.
  init(existing index: IndexSummary, isOutputNamed: Bool, isFetched: Bool) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let time = index.builtAtSeconds
    let newest = time > 0 ? ", newest input of \(TimeFormatter().stamp(time))" : ""
    let another: Message = isOutputNamed ? "another \(.output)" : "a file with \(.output)"
    let places = counted(index.placeCount, "place")
    if isFetched {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources)\(newest). Use \(.update) to fetch it again, \
        or name \(another).
        """
      )
    } else {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources)\(newest). `placefind index add` adds to \
        it. Use \(.force) to overwrite it, or name \(another).
        """
      )
    }
  }

  /// Says that a file can't be read and, for an index, how to find or build one.
  ///
  /// - Parameters:
  ///   - path: The path of the file; for an index, it may be the name of none in the data directory.
  ///   - reason: The reason.
  ///   - isNamedAsIndex: Whether the path should be an index. A name with an extension may also be a data file.
  /// - Returns: The sentences.
  static func unreadable(_ path: String, _ reason: String, isNamedAsIndex: Bool = false) -> Message {
    let name = path.split(separator: "/").last ?? ""
    let isName = isNamedAsIndex && !name.isEmpty && !name.contains(".")
    let file = isName ? "\(path).pfx" : path
    guard isName || path.hasSuffix(".pfx") else { return "Could not read \(path): \(reason)." }
    let advice: Message =
      " `placefind index list` lists the indexes; `placefind index build FILE -o \(argument(file))` creates one."
    return "Could not read \(path): \(reason).\(terminal: advice)"
  }

  /// Reports that no index has a name, and lists the existing ones.
  static func indexMissing(_ path: String, known: [String] = []) -> Failure {
    let names = known.compactMap { $0.split(separator: "/").last }.map {
      $0.hasSuffix(".pfx") ? String($0.dropLast(4)) : String($0)
    }
    guard let nearest = NearestWord.of(path, among: names) else {
      return Failure(.fileFailed, unreadable(path, "No such file or directory", isNamedAsIndex: true))
    }
    return Failure(
      .fileFailed,
      "There is no index '\(path)'; did you mean \(nearest)?\(terminal: " `placefind index list` lists the indexes.")"
    )
  }
}

extension Failure {
  /// The progress that a later run resumes from.
  static func state(_ progress: IndexFetchProgress) -> String {
    guard progress.partsDone > 0 else { return "" }
    let wait = progress.partsDone == 1 ? "waits" : "wait"
    let them = progress.partsDone == 1 ? "it" : "them"
    return
      " \(progress.partsDone) of \(counted(progress.partsKnown, "part")) \(wait) on this machine; the same command "
      + "goes on behind \(them)."
  }

  /// Reports that some indexes weren't updated.
  static func someFetchesFailed(_ paths: [String], of count: Int) -> Failure {
    let isOne = paths.count == 1
    let were = isOne ? "was" : "were"
    let have = isOne ? "has" : "have"
    let they = isOne ? "it" : "they"
    let names = paths.joined(separator: ", ")
    return Failure(
      .someFetchesFailed,
      """
      \(paths.count) of \(count) indexes \(were) not fetched again, and \(have) what \(they) had before: \(names). The \
      same command tries again and resumes after the downloaded parts.
      """
    )
  }

  static var fetchWithoutArea: Failure {
    Failure(
      .usage,
      "`placefind index fetch` needs an area: \(.near, "TEXT") or \(.at, "LAT,LNG") with \(.radius), or "
        + "\(.bbox, "W,S,E,N")."
    )
  }

  static var nothingFetched: Failure {
    Failure(.usage, "There is no fetched index to update. Fetch one: placefind index fetch \(.near, "TEXT") -r 5km")
  }

  static func notFetched(_ path: String) -> Failure {
    Failure(.usage, "\(path) was not fetched, so it can't be updated. Build it again instead.")
  }
}

extension Failure {
  /// The command that declares the coverage of an index, or that builds an index of an extract that is read directly.
  static func coverageCommand(_ path: String) -> String {
    let action = ExtractName(path) == nil ? "covers" : "build"
    return "placefind index \(action) \(ShellWord.path(path)) \(Option.covers) REGION.poly"
  }
}
