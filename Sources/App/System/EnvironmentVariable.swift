/// The environment variables that this program and its network library read.
enum EnvironmentVariable: String, CaseIterable, Sendable {
  case key = "KAKAO_REST_API_KEY"
  case endpoint = "PLACEFIND_ENDPOINT"
  case index = "PLACEFIND_INDEX"
  case noColor = "NO_COLOR"
  case forceColor = "CLICOLOR_FORCE"
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

  /// What it does, for the help; `nil` for what every program reads.
  var summary: String? {
    switch self {
    case .key: "the REST API key of your Kakao app"
    case .endpoint: "address of the service, as --endpoint"
    case .index: "index file that answers when there is no key"
    case .noColor: "any value: no colour"
    case .forceColor: "any value but 0: colour also in a pipe"
    case .noHistory: "any value: keep no query"
    case .dataHome: "where the default index file lies: placefind/places.pfx"
    case .configHome: "where positions and saved places lie: placefind/positions, placefind/saved"
    case .stateHome: "where history, last answers and counted calls lie"
    case .cacheHome: "where answers of the service are kept for a while"
    case .proxy: "proxy on the way to the service; no_proxy names exceptions"
    case .certificates: "file of the certificates to trust, as SSL_CERT_FILE"
    case .forceLinks: "1: names are links in a table; 0: never"
    case .terminalProgram, .vteVersion, .windowsTerminal, .konsole: nil
    case .display, .waylandDisplay, .browser, .home, .terminal, .columns, .rows, .localeOfAll, .localeOfMessages,
      .localeOfCharacters, .locale:
      nil
    }
  }
}

extension World {
  /// The value of a variable; `nil` when it is not set or empty.
  subscript(variable variable: EnvironmentVariable) -> String? {
    guard let value = environment(variable.rawValue), !value.isEmpty else { return nil }
    return value
  }

  /// The width that the environment says a terminal has, for an output that is none.
  var columns: Int? { self[variable: .columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

  /// The language of the locale, such as `ko`; `nil` for the locale of no country.
  var language: String? {
    let locale = self[variable: .localeOfAll] ?? self[variable: .localeOfMessages] ?? self[variable: .locale]
    guard let word = locale?.prefix(while: { $0.isLetter }), word != "C", word != "POSIX", (2...3).contains(word.count)
    else { return nil }
    return word.lowercased()
  }
}
