/// Checks the files that a run reads and writes.
///
/// An output must not be an input or another output, whatever the paths, and replaces an existing file only when the
/// user allows it. The check comes before the first request, and changes nothing.
struct OutputGuard: Sendable {
  /// A file that is read.
  struct Source: Sendable {
    /// The path; of standard input, too.
    let path: String
    let role: OutputRole

    init(_ path: String, as role: OutputRole) {
      self.path = path == "-" ? "/dev/stdin" : path
      self.role = role
    }
  }

  /// What may happen to an existing file.
  enum Existing: Sendable, Hashable {
    /// Nothing: the run fails.
    case keep
    /// Nothing, unless it is empty.
    case keepUnlessEmpty
    /// It is replaced or resumed.
    case use
  }

  /// A file that is written.
  struct Output: Sendable, Hashable {
    /// The option that names it; `nil` for standard output, which the results go to.
    let option: Option?
    /// The path, as the user wrote it; `-` for standard output.
    let path: String
    let existing: Existing
    let manner: OutputManner

    init(_ option: Option?, _ path: String, existing: Existing, _ manner: OutputManner) {
      self.option = option
      self.path = path
      self.existing = existing
      self.manner = manner
    }

    /// Standard output, where the results go when no option names a file.
    static let standard = Output(nil, "-", existing: .use, .inPlace)
  }

  var sources: [Source]
  var outputs: [Output]

  func check(in files: any FileAccess) throws {
    try checkConflicts(in: files)
    for output in outputs where output.option != nil {
      let isEmpty = files.identity(of: output.path).map { $0.type == .file && $0.sizeInBytes == 0 } ?? false
      let mayReplace = output.existing == .use || (output.existing == .keepUnlessEmpty && isEmpty)
      try files.checkOutput(output.path, output.manner, replacing: mayReplace)
    }
  }

  private func checkConflicts(in files: any FileAccess) throws {
    func identity(_ output: Output) -> FileIdentity? {
      files.identity(of: output.path == "-" ? "/dev/stdout" : output.path)
    }
    for (position, output) in outputs.enumerated() {
      guard let file = identity(output) else { continue }
      // Writing to a pipe or a device does not overwrite what is read from it.
      if file.type == .file, let source = sources.first(where: { files.identity(of: $0.path) == file }) {
        throw Failure.isRead(path: output.path == "-" ? "standard output" : output.path, source.role)
      }
      // Two outputs may go to one device, such as /dev/null or the terminal.
      guard file.type != .device, let other = outputs[..<position].first(where: { identity($0) == file }) else {
        continue
      }
      switch (other.option, output.option) {
      case (let first?, let second?): throw Failure.isNamedTwice(first, second)
      case (nil, _): throw Failure.isStandardOutput(path: output.path)
      case (_, nil): throw Failure.isStandardOutput(path: other.path)
      }
    }
  }
}

extension OutputArguments {
  /// Where the answer goes, to be checked together with what is read.
  var target: OutputGuard.Output {
    guard let path, path != "-" else { return .standard }
    return OutputGuard.Output(.output, path, existing: isReplacing ? .use : .keep, .whole)
  }
}

extension Arguments {
  /// The files that options read, with that of the options themselves.
  func readFiles(in world: World) -> [OutputGuard.Source] {
    var files: [OutputGuard.Source] = []
    func add(_ path: String?, _ role: OutputRole) {
      if let path { files.append(OutputGuard.Source(path, as: role)) }
    }
    add(keyPath, .key)
    add(withinText, .polygons)
    // A polyline is no file, unless there is one of that name, which is what is read then.
    add(alongText, .line)
    for case .file(let path) in coverage { add(path, .coverage) }
    if !has(.noConfiguration) { add(ConfigurationFile.path(in: world), .options) }
    return files
  }
}

/// What an input file is used for.
enum OutputRole: String, Sendable {
  /// Rows or places are read from it.
  case input = "the input"
  /// It is the index that is searched or shown.
  case index = "the index"
  /// It holds the key.
  case key = "the key file"
  /// It holds the polygons of `--within`.
  case polygons = "the file of --within"
  /// It holds the line of `--along`.
  case line = "the file of --along"
  /// It holds an area of `--covers`.
  case coverage = "the file of --covers"
  /// The user keeps options in it.
  case options = "the file of options"
}
