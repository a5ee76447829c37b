import Domain

/// The environment variables that this program and its network library read.
enum EnvironmentVariable: String, CaseIterable, Sendable {
  case source = "PLACEFIND_SOURCE"
  case ownInstance = "PLACEFIND_OWN_INSTANCE"
  case index = "PLACEFIND_INDEX"
  case noColor = "NO_COLOR"
  case forceColor = "CLICOLOR_FORCE"
  case configuration = "PLACEFIND_CONFIG_PATH"
  case noHistory = "PLACEFIND_NO_HISTORY"
  case dataHome = "XDG_DATA_HOME"
  case configHome = "XDG_CONFIG_HOME"
  case stateHome = "XDG_STATE_HOME"
  case cacheHome = "XDG_CACHE_HOME"
  case display = "DISPLAY"
  case waylandDisplay = "WAYLAND_DISPLAY"
  case browser = "BROWSER"
  case home = "HOME"
  case proxy = "https_proxy"
  case certificates = "CURL_CA_BUNDLE"
  case terminal = "TERM"
  case columns = "COLUMNS"
  case rows = "LINES"
  case forceLinks = "FORCE_HYPERLINK"
  case terminalProgram = "TERM_PROGRAM"
  case vteVersion = "VTE_VERSION"
  case windowsTerminal = "WT_SESSION"
  case konsole = "KONSOLE_VERSION"
  case localeOfAll = "LC_ALL"
  case localeOfMessages = "LC_MESSAGES"
  case localeOfCharacters = "LC_CTYPE"
  case locale = "LANG"

  /// The help text; `nil` for variables that most programs read.
  var summary: String? {
    switch self {
    case .source: "source of the places, like --source"
    case .ownInstance: "1: the server is your own, without usage limits; 0: it is public"
    case .index: "index to search if neither a service with a key nor a downloaded index covers the area"
    case .noColor: "any non-empty value: no colour"
    case .forceColor: "any non-empty value but 0: colour even if standard output isn't a terminal"
    case .configuration: "configuration file; empty: none"
    case .noHistory: "any non-empty value: do not record queries, except with --record on the command line"
    case .dataHome: "directory of the default index: placefind/\(SourceConfiguration.defaultIndexName)"
    case .configHome: "directory of the configuration file, saved locations and saved places"
    case .stateHome: "directory of the history, the last results and the call counts"
    case .cacheHome: "directory of the cache"
    case .proxy: "proxy for the service; no_proxy names exceptions"
    case .certificates: "file of trusted certificates, like SSL_CERT_FILE"
    case .forceLinks: "1: names in a table on a terminal are links; 0: never"
    case .display, .waylandDisplay, .browser, .home, .terminal, .columns, .rows, .terminalProgram, .vteVersion,
      .windowsTerminal, .konsole, .localeOfAll, .localeOfMessages, .localeOfCharacters, .locale:
      nil
    }
  }
}
