import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let messagesOptions: [Option] = [
    .errorFormat, .noConfiguration, .noProgress, .verbose, .quiet, .help, .version,
  ]

  static let errorFormat: Option = .init(
    "error-format",
    value: .word { _ in ErrorFormat.allCases.map(\.rawValue) },
    under: .messages,
    onlyTyped: true,
    help: [
      Help(in: nil, "format of messages on standard error", default: "text")
    ],
    read: { values, _ in
      // `World.errorFormat` reads the value; this only rejects unknown values.
      let _: ErrorFormat = try values.word()
    }
  )

  static let noConfiguration: Option = .init(
    "no-config",
    under: .messages,
    onlyTyped: true,
    help: [
      Help(in: nil, "do not read the configuration file, placefind/config in the configuration directory")
    ]
  )

  static let noProgress: Option = .init(
    "no-progress",
    under: .messages,
    help: [
      Help(in: [.find, .batch], "do not show a progress line"),
      Help(in: [.indexBuild, .indexAdd, .indexRemove, .indexFetch], "do not show a progress line"),
      Help(in: [.history], with: [.rerun], "do not show a progress line"),
    ]
  )

  static let verbose: Option = .init(
    "verbose",
    letter: "v",
    under: .messages,
    called: "debug",
    help: [
      Help(
        in: nil,
        "print the source, the settings, where the key comes from, and every request"
      )
    ]
  )

  static let quiet: Option = .init(
    "quiet",
    under: .messages,
    called: "silent",
    without: [.verbose],
    help: [
      Help(in: nil, "print only errors on standard error")
    ]
  )

  static let help: Option = .init(
    "help",
    letter: "h",
    under: .messages,
    onlyTyped: true,
    help: [
      Help(in: nil, isShort: true, "show the common options; `placefind help COMMAND` shows all")
    ]
  )

  static let version: Option = .init(
    "version",
    letter: "V",
    under: .messages,
    onlyTyped: true,
    help: [
      Help(in: [.find], "print the version")
    ]
  )
}
