extension Option {
  /// The options of this file, in the order of the help.
  static let savedOptions: [Option] = [
    .rerun, .makeDefault, .remove, .note,
  ]

  static let rerun: Option = .init(
    "rerun",
    value: .text("N"),
    under: .what,
    called: "again repeat",
    without: [.limit],
    onlyTyped: true,
    help: [
      Help(in: [.history], isShort: true, "run query N of the list again")
    ],
    read: { $1.rerun = try $0.wholeNumber(in: 1...Int.max) }
  )

  static let makeDefault: Option = .init(
    "default",
    under: .what,
    onlyTyped: true,
    help: [
      Help(in: [.here], isShort: true, "use this location for queries without one")
    ]
  )

  static let remove: Option = .init(
    "remove",
    aliases: Array(Command.removalWords.dropFirst()),
    under: .what,
    without: [.makeDefault, .at, .near, .latitude, .longitude],
    onlyTyped: true,
    help: [
      Help(in: [.here], isShort: true, "remove the location")
    ]
  )

  static let note: Option = .init(
    "note",
    value: .text("TEXT"),
    under: .what,
    called: "comment memo",
    help: [
      Help(
        in: [.savedAdd],
        isShort: true,
        "with add: a note on the place"
      )
    ],
    read: { $1.note = $0.text }
  )
}
