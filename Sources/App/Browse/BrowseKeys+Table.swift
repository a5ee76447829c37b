import Domain

extension BrowseKeys {
  /// The table of keys, in the order of the help.
  static let all: [BrowseKeys] = [
    BrowseKeys(
      "j k, arrows",
      .helpMove,
      [
        Binding([.down, "j", .control("n")], .list) { $0.moveSelection(by: 1, &$1) },
        Binding([.up, "k", .control("p")], .list) { $0.moveSelection(by: -1, &$1) },
      ],
      hints: [Hint("j/k", .keyMove, .list, 0), Hint("j/k", .keyNext, .card, 1)]
    ),
    BrowseKeys(
      "PgDn PgUp",
      .helpPages,
      [
        Binding([.pageDown, .control("f")], .list) { $0.moveSelection(by: $0.pageRows, &$1) },
        Binding([.pageUp, .control("b")], .list) { $0.moveSelection(by: -$0.pageRows, &$1) },
        Binding([.control("d")], .list) { $0.moveSelection(by: $0.halfPageRows, &$1) },
        Binding([.control("u")], .list) { $0.moveSelection(by: -$0.halfPageRows, &$1) },
        Binding([.pageDown, .control("d"), .control("f")], .card) { state, _ in state.scrollCard(by: 1) },
        Binding([.pageUp, .control("u"), .control("b")], .card) { state, _ in state.scrollCard(by: -1) },
      ],
      hints: [Hint("PgDn", .keyScroll, .card, 2)]
    ),
    BrowseKeys(
      "g G",
      .helpEnds,
      [
        Binding([.home, "g"], .list) { state, _ in state.select(0) },
        Binding([.end, "G"], .list) { $0.selectLast(&$1) },
      ]
    ),
    // Digits are handled before all other keys.
    BrowseKeys("17 enter", .helpNumber),
    BrowseKeys(
      "enter, l",
      .helpDetails,
      [
        Binding([.enter], .main) { state, _ in state.showDetails() },
        Binding([.right, "l"], .list) { state, _ in state.showDetails() },
      ],
      hints: [
        Hint("enter", .keyDetails, .list, 1), Hint("enter", .keyDetails, .map, 3),
        Hint("enter", .keyDetails, .filter, 1),
      ]
    ),
    BrowseKeys(
      "tab",
      .helpPanes,
      [
        Binding([.tab], .main) { state, _ in state.focus = BrowseLayout.next(after: state.focus, step: 1) },
        Binding([.backTab], .main) { state, _ in state.focus = BrowseLayout.next(after: state.focus, step: -1) },
      ],
      hints: [Hint("tab", .keyMap, .list, 3), Hint("tab", .keyDetails, .map, 5)]
    ),
    BrowseKeys(
      "/",
      .helpFilter,
      [Binding(["/"], .main) { state, _ in state.beginFilter() }],
      hints: [Hint("/", .keyFilter, .list, 2), Hint("/", .keyFilter, .map, 4), Hint("/", .keyChange, .filter, 2)]
    ),
    BrowseKeys(
      "n",
      .helpNear,
      [Binding(["n"], .main) { $0.chooseCenter(&$1) }],
      hints: [Hint("n", .keyNear, .list, 5), Hint("n", .keyNear, .map, 6)]
    ),
    BrowseKeys(
      "c",
      .helpCategories,
      [Binding(["c"], .main) { state, _ in state.chooseCategories() }],
      hints: [Hint("c", .keyCategories, .list, 6), Hint("c", .keyCategories, .map, 8)]
    ),
    BrowseKeys(
      "O",
      .helpOpen,
      [Binding(["O"], .main) { $0.search($0.query.togglingOpenNow, &$1) }]
    ),
    BrowseKeys(
      "u",
      .helpEarlier,
      [Binding(["u"], .main) { $0.goToEarlier(&$1) }],
      hints: [Hint("u", .keyEarlier, .earlier, 11)]
    ),
    BrowseKeys(
      "[ ]",
      .helpRadius,
      [
        Binding(["]"], .main) { $0.changeRadius(larger: true, &$1) },
        Binding(["["], .main) { $0.changeRadius(larger: false, &$1) },
      ],
      hints: [Hint("[/]", .keyRadius, .list, 7), Hint("[/]", .keyRadius, .map, 7)]
    ),
    BrowseKeys(
      "H J K L",
      .helpPan,
      [
        Binding([.shiftUp, "K"], .main) { state, _ in state.pan(toNorth: 1) },
        Binding([.shiftDown, "J"], .main) { state, _ in state.pan(toNorth: -1) },
        Binding([.shiftLeft, "H"], .main) { state, _ in state.pan(toEast: -1) },
        Binding([.shiftRight, "L"], .main) { state, _ in state.pan(toEast: 1) },
        Binding([.up, "k"], .map) { state, _ in state.pan(toNorth: 1) },
        Binding([.down, "j"], .map) { state, _ in state.pan(toNorth: -1) },
        Binding([.left, "h"], .map) { state, _ in state.pan(toEast: -1) },
        Binding([.right, "l"], .map) { state, _ in state.pan(toEast: 1) },
      ],
      hints: [Hint("arrows", .keyPan, .map, 0)]
    ),
    BrowseKeys(
      "+ - 0",
      .helpZoom,
      [
        Binding(["+", "=", "z"], .main) { state, _ in state.zoom(by: 1 / BrowseState.zoomFactor) },
        Binding(["-", "Z"], .main) { state, _ in state.zoom(by: BrowseState.zoomFactor) },
        Binding(["0"], .main) { state, _ in state.resetMap() },
      ],
      hints: [Hint("+/-", .keyZoom, .map, 1), Hint("+/-", .keyZoom, .list, 8)]
    ),
    BrowseKeys(
      "r",
      .helpRefresh,
      [Binding(["r"], .main) { $0.searchHere(&$1) }],
      hints: [Hint("r", .keyRefresh, .list, 9), Hint("r", .keySearchHere, .map, 2)]
    ),
    BrowseKeys(
      "space, a",
      .helpMark,
      [
        Binding([" "], .main) { state, _ in state.markSelected() },
        Binding(["a"], .main) { state, _ in state.markAll() },
      ],
      hints: [
        Hint("space", .keyMark, .list, 10), Hint("space", .keyMark, .marked, 5), Hint("a", .keyMarkAll, .marked, 6),
      ]
    ),
    BrowseKeys(
      "s y p",
      .helpPlaces,
      [
        Binding(["s"], .main) { $0.toggleSaved(&$1) }, Binding(["p"], .main) { $0.openPages(&$1) },
        Binding(["y"], .main) { $0.copyCoordinates(&$1) },
      ],
      hints: [
        Hint("s", .keySave, .marked, 1), Hint("y", .keyCopy, .marked, 2), Hint("p", .keyWebPage, .marked, 3),
        Hint("s", .keySave, .card, 3), Hint("p", .keyWebPage, .card, 4), Hint("y", .keyCopy, .card, 5),
      ]
    ),
    BrowseKeys(
      "o w",
      .helpList,
      [
        Binding(["o"], .main) { $0.openList(&$1) }, Binding(["w"], .main) { state, _ in state.chooseFile() },
      ],
      hints: [
        Hint("o", .keyOpen, .list, 4), Hint("w", .keyWrite, .marked, 0), Hint("o", .keyOpen, .marked, 4),
      ]
    ),
    BrowseKeys(
      "Q",
      .helpPrint,
      [Binding(["Q"], .main) { _, effects in effects.append(.quit(.quitPrinting)) }]
    ),
    BrowseKeys(
      "esc",
      .helpBack,
      [
        Binding([.escape], .main) { $0.goBack(&$1) },
        Binding([.escape, .enter, .left, "h", .backspace], .card) { state, _ in state.focus = .list },
      ],
      hints: [Hint("esc", .keyBack, .card, 0), Hint("esc", .keyClear, .filter, 0)]
    ),
    BrowseKeys("mouse", .helpMouse),
    BrowseKeys(
      "q, Ctrl-C",
      .helpQuit,
      [
        Binding(["q"], .main) { _, effects in effects.append(.quit(.quit)) },
        Binding([.control("c")], .always) { _, effects in effects.append(.quit(.interrupted)) },
      ]
    ),
    // The last line already mentions `?`; the other keys have their usual meanings.
    BrowseKeys(
      "",
      nil,
      [
        Binding(["?"], .main) { state, _ in state.openHelp() },
        Binding([.control("z")], .always) { _, effects in effects.append(.suspend) },
        Binding([.control("l")], .always) { _, effects in effects.append(.redraw) },
      ]
    ),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
