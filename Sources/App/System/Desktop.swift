/// The desktop that opens pages.
public protocol Desktop: Sendable {
  /// A path for a temporary file, a new one each time.
  ///
  /// - Parameter ending: The end of the file's name, without the dot.
  /// - Returns: The path.
  func temporaryPath(ending: String) -> String

  /// Opens a page in the browser, without waiting for it.
  ///
  /// - Parameter address: A path, or an address that begins with `https://` or `http://`.
  /// - Returns: Whether there was a program to open it with.
  func open(_ address: String) -> Bool
}

/// The desktop of this machine.
struct SystemDesktop: Desktop {
  #if os(Linux)
    private static let openers = ["xdg-open", "wslview"]
  #else
    private static let openers = ["open"]
  #endif

  /// The environment of the opener and the browser; the key is not passed on.
  private static let variables = [
    "PATH", "HOME", "USER", "LANG", "LC_ALL", "TERM", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "TMPDIR", "WSL_DISTRO_NAME", "WSL_INTEROP",
  ]

  func temporaryPath(ending: String) -> String {
    let directory = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(Self.value).first { $0.hasPrefix("/") } ?? "/tmp"
    // In a shared directory, a link put under a name that can be guessed would lead the page to another file.
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(directory)/placefind-\(name).\(ending)"
  }

  func open(_ address: String) -> Bool { Self.openers.contains { spawn($0, address) } }

  private static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Starts a program without a terminal, and does not wait for it.
  private func spawn(_ program: String, _ argument: String) -> Bool {
    #if os(Linux)
      var actions = unsafe posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in CInt(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments = unsafe [program, argument].map(copied)
    let variables = Self.variables.compactMap { name in Self.value(of: name).map { "\(name)=\($0)" } }
    let environment = unsafe variables.map(copied)
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, program, &actions, nil, arguments + [nil], environment + [nil])
    return code == 0
  }
}

/// A copy of a text as a C string, for the caller to free.
private func copied(_ text: String) -> UnsafeMutablePointer<CChar>? { unsafe strdup(text) }
