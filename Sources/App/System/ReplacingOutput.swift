import System

/// A file that is written under a temporary name next to its path and renamed when it is complete.
struct ReplacingOutput: OutputFile {
  /// The path as the user wrote it.
  private let path: String
  private let isReplacing: Bool
  private let replacement: FileReplacement
  let isWhole = true

  init(path: String, replacing: Bool) throws(FileFailure) {
    self.path = path
    isReplacing = replacing
    do throws(SystemError) { replacement = try FileReplacement(path: path) } catch {
      throw FileFailure(writing: path, error)
    }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    do throws(SystemError) { try replacement.write(bytes) } catch { throw FileFailure(writing: path, error) }
  }

  func finish() throws(FileFailure) {
    do throws(SystemError) { try replacement.finish(replaces: isReplacing) } catch {
      guard isReplacing || error.number != EEXIST else { throw FileFailure(path: path, reason: .exists) }
      throw FileFailure(writing: path, error)
    }
  }

  func abandon() { replacement.discard() }
}
