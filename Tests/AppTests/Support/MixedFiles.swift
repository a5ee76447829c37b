import System
@testable import App

/// Files in memory, except those below one directory, which are on disk because they are written in place.
struct MixedFiles: FileAccess {
  let memory: MemoryFiles
  let directory: String

  private func files(at path: String) -> any FileAccess { path.hasPrefix(directory + "/") ? DiskFiles() : memory }

  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    try files(at: path).contents(of: path, limit: limit)
  }

  func exists(_ path: String) -> Bool { files(at: path).exists(path) }

  func identity(of path: String) -> FileIdentity? { files(at: path).identity(of: path) }

  func checkOutput(_ path: String, _ mode: OutputMode, replacing: Bool) throws(FileFailure) {
    try files(at: path).checkOutput(path, mode, replacing: replacing)
  }

  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile {
    try files(at: path).createOutput(path, replacing: replacing)
  }

  func openInPlace(_ path: String, existing: LockedFile.Existing, input: FileIdentity?) throws(FileFailure)
    -> InPlaceOutput
  {
    try files(at: path).openInPlace(path, existing: existing, input: input)
  }

  func remove(_ path: String) throws(FileFailure) { try files(at: path).remove(path) }
}
