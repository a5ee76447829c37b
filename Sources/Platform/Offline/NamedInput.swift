import Domain
import PlaceIndex
import System

/// An input of a build, and the inputs of the resulting index.
struct NamedInput {
  let path: String
  /// The input that the file's places belong to, unless the file is an index.
  let origin: IndexInput
  /// The names of the inputs that the file replaces: the inputs of an index, or else the file's own name.
  let names: [String]

  init(_ path: String, in request: IndexBuildRequest) throws(IndexFileError) {
    self.path = path
    let status = try? FileStatus(path: path)
    let isRegular = status?.isRegular == true
    var origin = IndexInput(
      request.inputName ?? Self.name(of: path),
      attribution: request.attribution,
      license: request.license,
      // Not the current time, so that the same file always makes the same index.
      modifiedAtSeconds: request.modifiedAtSeconds ?? (isRegular ? status?.changedAtSeconds : nil) ?? 0
    )
    origin.coverage = request.coverageByInput[path].map { [$0] } ?? []
    self.origin = origin
    let isIndex = isRegular ? try PlaceIndex.isIndex(path: path) : false
    let own = isIndex ? try? PlaceIndex(contentsOf: path).description.inputs : nil
    names = (own.flatMap { $0.isEmpty ? nil : $0 } ?? [origin]).filter(\.isReplaceable).map(\.name)
  }

  private static func name(of path: String) -> String {
    if path == "-" || path == "/dev/stdin" { return IndexInput.standardInput }
    if path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") { return IndexInput.pipe }
    return absolute(path)
  }

  /// Returns the absolute path of a file.
  ///
  /// Links aren't resolved, so that a link whose target changes every night stays one input.
  static func absolute(_ path: String) -> String {
    var whole = path
    if !path.hasPrefix("/"), let directory = unsafe getcwd(nil, 0) {
      whole = unsafe String(cString: directory) + "/" + path
      unsafe free(directory)
    }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
