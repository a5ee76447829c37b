import Domain
import System

/// The files of a machine's pace.
struct PaceFiles: Sendable {
  let directory: String
  /// The name of the file for the address; `nil` if only sequential requests have a pace, and others only record an
  /// exhausted quota.
  let common: String?
  /// The digest of the address and the key, which quotas belong to.
  let owner: String
  let service: Service

  /// Returns the file of an API.
  func ofCall(_ call: Service.Call, creates: Bool = true) -> PaceRecord? {
    let name = call.sharedInterval == nil ? "\(call.name)-\(owner)" : call.name
    return PaceRecord(named: name, in: directory, creates: creates)
  }

  /// A directory of this user that is empty after a restart; `nil` if another user may have created it.
  static var temporaryDirectory: String? {
    if let runtime = unsafe getenv("XDG_RUNTIME_DIR").map({ unsafe String(cString: $0) }), runtime.hasPrefix("/") {
      return FilePath.isPrivateDirectory(runtime) ? runtime + "/placefind" : nil
    }
    let path = "/tmp/placefind-\(getuid())"
    FilePath.makeDirectories(path)
    return FilePath.isPrivateDirectory(path) ? path : nil
  }
}
