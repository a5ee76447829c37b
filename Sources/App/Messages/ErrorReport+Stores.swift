import Domain

extension ErrorReport {
  /// Reports that something kept on this machine cannot be used.
  init(_ error: StoreError) {
    self.init("store_failed", .fileFailed, Self.sentence(for: error))
  }

  /// Says what is wrong with something kept on this machine.
  static func sentence(for error: StoreError) -> String {
    switch error {
    case .noDirectory:
      "Nothing can be kept: neither HOME nor the XDG variables name a directory. Set HOME, or XDG_CONFIG_HOME, "
        + "XDG_STATE_HOME and XDG_CACHE_HOME."
    case .unreadable(let path, let reason): "Could not read \(path): \(reason)."
    case .unwritable(let path, let reason): "Could not write \(path): \(reason)."
    case .notAStore(let path):
      "\(path) is not a file of placefind, and is left alone. Move it away to have a new one made."
    case .newerVersion(let path, let version, let supported):
      "\(path) has version \(version) and is left alone; this placefind knows up to \(supported). Use the newer one, or "
        + "move the file away."
    case .locked(let path): "Another process keeps \(path) locked. Try again."
    }
  }
}
