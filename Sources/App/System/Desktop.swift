import System

/// The desktop that opens pages.
struct Desktop: Sendable {
  /// Makes an empty file in a new directory, both accessible only to the user; returns its path.
  let makePrivateFile: @Sendable (_ name: String) throws(FileFailure) -> String

  /// Opens a page (a path or a web address) in the browser, without waiting for the browser to be closed.
  let open: @Sendable (_ address: String) async throws(FileFailure) -> Void
}

extension Desktop {
  /// The desktop of this machine.
  static let system = Desktop(makePrivateFile: makeSystemFile, open: openInBrowser)

  #if os(Linux)
    private static let openers = ["xdg-open", "wslview"]
  #else
    private static let openers = ["open"]
  #endif

  /// The environment of the opener and the browser, without the key.
  private static let variables = [
    "PATH", "HOME", "USER", "LANG", "LC_ALL", "TERM", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "TMPDIR", "WSL_DISTRO_NAME", "WSL_INTEROP",
  ]

  /// The maximum time to wait for an opener; one that runs longer is the browser itself.
  private static let patience = Duration.seconds(2)
  /// The interval of checking whether the opener has ended.
  private static let interval = Duration.milliseconds(10)

  @Sendable private static func makeSystemFile(named name: String) throws(FileFailure) -> String {
    // Not removed here, because the browser reads the page after this program has ended, and again on reload. The
    // system empties the first of these directories when the user logs out.
    let base = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(value).first { $0.hasPrefix("/") } ?? "/tmp"
    let directory = "\(base)/placefind-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let path = "\(directory)/\(name)"
    // The new directory belongs to the user alone, so nobody else can create a link with the name of the file.
    guard unsafe mkdir(directory, 0o700) == 0 else {
      throw FileFailure(writing: directory, .last)
    }
    let number = systemOpen(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    guard number >= 0 else { throw FileFailure(writing: path, .last) }
    close(number)
    return path
  }

  @Sendable private static func openInBrowser(_ address: String) async throws(FileFailure) {
    var reason = FileFailure.Reason.noOpener
    for program in openers {
      guard let number = spawn(program, address) else { continue }
      guard let status = await exitStatus(of: number), status != 0 else { return }
      reason = .notOpened(program: program, status: status)
    }
    throw FileFailure(path: address, reason: reason)
  }

  /// Returns the exit status of a process, or 128 plus the number of the terminating signal; `nil` if it is still
  /// running.
  private static func exitStatus(of number: pid_t) async -> Int32? {
    for _ in 0..<Int(patience / interval) {
      var status: Int32 = 0
      let ended = unsafe waitpid(number, &status, WNOHANG)
      if ended == number { return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F }
      // The parent of this process has set the system to discard exit statuses of children.
      guard ended == 0 else { return nil }
      try? await Task.sleep(for: interval)
    }
    return nil
  }

  private static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Starts a program without a terminal; returns its process id, or `nil` if it can't be started.
  private static func spawn(_ program: String, _ argument: String) -> pid_t? {
    #if os(Linux)
      var actions = unsafe posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in CInt(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments = unsafe [program, argument].map(copied)
    let variables = variables.compactMap { name in value(of: name).map { "\(name)=\($0)" } }
    let environment = unsafe variables.map(copied)
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, program, &actions, nil, arguments + [nil], environment + [nil])
    return code == 0 ? number : nil
  }
}

/// Returns a copy of a text as a C string, which the caller must free.
private func copied(_ text: String) -> UnsafeMutablePointer<CChar>? { unsafe strdup(text) }
