import Domain
import System

/// Checks the files that a run reads and writes.
///
/// An output must not be an input or another output, even by a different path, and replaces an existing file only with
/// the user's permission. The check comes before the first request and changes nothing.
struct OutputGuard: Sendable {
  /// A file that is read.
  struct Source: Sendable {
    /// The path, which may mean standard input.
    let path: String
    let role: OutputRole

    init(_ path: String, as role: OutputRole) {
      self.path = path == "-" ? "/dev/stdin" : path
      self.role = role
    }
  }

  /// The treatment of an existing file.
  enum Existing: Sendable, Hashable {
    /// The run fails.
    case keep
    /// The run fails unless the file is empty.
    case keepUnlessEmpty
    /// The file is replaced or resumed.
    case use
  }

  /// A file that is written.
  struct Output: Sendable, Hashable {
    /// The option that names the file; `nil` for standard output.
    let option: Option?
    /// The path as typed; `-` for standard output.
    let path: String
    let existing: Existing
    let mode: OutputMode

    init(_ option: Option?, _ path: String, existing: Existing, _ mode: OutputMode) {
      self.option = option
      self.path = path
      self.existing = existing
      self.mode = mode
    }

    /// Standard output, for results without a file option.
    static let standard = Output(nil, "-", existing: .use, .inPlace)
  }

  var sources: [Source]
  var outputs: [Output]

  func check(in files: any FileAccess) throws {
    try checkConflicts(in: files)
    for output in outputs where output.option != nil {
      let isEmpty = files.identity(of: output.path).map { $0.type == .file && $0.sizeInBytes == 0 } ?? false
      let mayReplace = output.existing == .use || (output.existing == .keepUnlessEmpty && isEmpty)
      try files.checkOutput(output.path, output.mode, replacing: mayReplace)
    }
  }

  private func checkConflicts(in files: any FileAccess) throws {
    func identity(_ output: Output) -> FileIdentity? {
      files.identity(of: output.path == "-" ? "/dev/stdout" : output.path)
    }
    for (index, output) in outputs.enumerated() {
      guard let file = identity(output) else { continue }
      // Writing to a pipe or a device doesn't overwrite its input.
      if file.type == .file, let source = sources.first(where: { files.identity(of: $0.path) == file }) {
        throw Failure.isRead(path: output.path == "-" ? "standard output" : output.path, source.role)
      }
      // Two outputs may be the same device, such as /dev/null or the terminal.
      guard file.type != .device, let other = outputs[..<index].first(where: { identity($0) == file }) else {
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
  /// The output, to be checked together with the files that are read.
  var target: OutputGuard.Output {
    guard let path, path != "-" else { return .standard }
    return OutputGuard.Output(.output, path, existing: isReplacing ? .use : .keep, .whole)
  }
}

extension Arguments {
  /// Returns the files that options read, including the configuration file.
  func readFiles(in world: World) -> [OutputGuard.Source] {
    var files: [OutputGuard.Source] = []
    func add(_ path: String?, _ role: OutputRole) {
      if let path { files.append(OutputGuard.Source(path, as: role)) }
    }
    add(keyPath, .key)
    if has(.ground) { add(source.groundPath.map(world.indexPath(named:)), .index) }
    add(withinText, .polygons)
    // An encoded polyline is read as a file only if a file with that name exists.
    add(alongText, .line)
    for case .file(let path) in coverage { add(path, .coverage) }
    if !has(.noConfiguration) { add(ConfigurationFile.path(in: world), .options) }
    return files
  }
}

/// The use of an input file.
enum OutputRole: String, Sendable {
  /// The source of rows or places.
  case input = "the input"
  /// The index that is searched or shown.
  case index = "the index"
  /// The file of the key.
  case key = "the key file"
  /// The polygons of `--within`.
  case polygons = "the file of --within"
  /// The line of `--along`.
  case line = "the file of --along"
  /// An area of `--covers`.
  case coverage = "the file of --covers"
  /// The configuration file.
  case options = "the configuration file"
}
