import Domain

extension BrowseKeys {
  /// The table of keys, in the order of the help.
  static let all: [BrowseKeys] = [
    BrowseKeys(
      "j k, arrows",
      "next and previous place",
      [
        Binding([.down, "j", .control("n")], .list) { $0.moveSelection(by: 1, &$1) },
        Binding([.up, "k", .control("p")], .list) { $0.moveSelection(by: -1, &$1) },
      ],
      hints: [Hint("j/k move", .list, 0), Hint("j/k next place", .card, 1)]
    ),
    BrowseKeys(
      "PgDn PgUp",
      "next and previous page; load more at the end; scroll the details",
      [
        Binding([.pageDown, .control("f")], .list) { $0.moveSelection(by: $0.pageRows, &$1) },
        Binding([.pageUp, .control("b")], .list) { $0.moveSelection(by: -$0.pageRows, &$1) },
        Binding([.control("d")], .list) { $0.moveSelection(by: $0.halfPageRows, &$1) },
        Binding([.control("u")], .list) { $0.moveSelection(by: -$0.halfPageRows, &$1) },
        Binding([.pageDown, .control("d"), .control("f")], .card) { state, _ in state.scrollCard(by: 1) },
        Binding([.pageUp, .control("u"), .control("b")], .card) { state, _ in state.scrollCard(by: -1) },
      ],
      hints: [Hint("PgDn scroll", .card, 2)]
    ),
    BrowseKeys(
      "g G",
      "first and last place",
      [
        Binding([.home, "g"], .list) { state, _ in state.select(0) },
        Binding([.end, "G"], .list) { $0.selectLast(&$1) },
      ]
    ),
    // Digits are handled before all other keys.
    BrowseKeys("17 enter", "go to place 17"),
    BrowseKeys(
      "enter, l",
      "place details",
      [
        Binding([.enter], .main) { state, _ in state.showDetails() },
        Binding([.right, "l"], .list) { state, _ in state.showDetails() },
      ],
      hints: [
        Hint("enter details", .list, 1), Hint("enter details", .map, 3), Hint("enter details", .filter, 1),
      ]
    ),
    BrowseKeys(
      "tab",
      "switch between list, map and details",
      [
        Binding([.tab], .main) { state, _ in state.focus = BrowseLayout.next(after: state.focus, step: 1) },
        Binding([.backTab], .main) { state, _ in state.focus = BrowseLayout.next(after: state.focus, step: -1) },
      ],
      hints: [Hint("tab map", .list, 3), Hint("tab details", .map, 5)]
    ),
    BrowseKeys(
      "/",
      "filter the list as you type",
      [Binding(["/"], .main) { state, _ in state.beginFilter() }],
      hints: [Hint("/ filter", .list, 2), Hint("/ filter", .map, 4), Hint("/ change it", .filter, 2)]
    ),
    BrowseKeys(
      "n",
      "near another place, or a recent search",
      [Binding(["n"], .main) { $0.chooseCenter(&$1) }],
      hints: [Hint("n near", .list, 5), Hint("n near", .map, 6)]
    ),
    BrowseKeys(
      "c",
      "choose categories: any group, kind or tag",
      [Binding(["c"], .main) { state, _ in state.chooseCategories() }],
      hints: [Hint("c categories", .list, 6), Hint("c categories", .map, 8)]
    ),
    BrowseKeys(
      "O",
      "open places only, or all again",
      [Binding(["O"], .main) { $0.search($0.query.togglingOpenNow, &$1) }]
    ),
    BrowseKeys(
      "u",
      "back to the search before",
      [Binding(["u"], .main) { $0.goToEarlier(&$1) }],
      hints: [Hint("u search before", .earlier, 11)]
    ),
    BrowseKeys(
      "[ ]",
      "smaller and larger radius",
      [
        Binding(["]"], .main) { $0.changeRadius(larger: true, &$1) },
        Binding(["["], .main) { $0.changeRadius(larger: false, &$1) },
      ],
      hints: [Hint("[/] radius", .list, 7), Hint("[/] radius", .map, 7)]
    ),
    BrowseKeys(
      "H J K L",
      "move the map; arrows on the map",
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
      hints: [Hint("arrows pan", .map, 0)]
    ),
    BrowseKeys(
      "+ - 0",
      "zoom in, zoom out, whole area",
      [
        Binding(["+", "=", "z"], .main) { state, _ in state.zoom(by: 1 / BrowseState.zoomFactor) },
        Binding(["-", "Z"], .main) { state, _ in state.zoom(by: BrowseState.zoomFactor) },
        Binding(["0"], .main) { state, _ in state.resetMap() },
      ],
      hints: [Hint("+/- zoom", .map, 1), Hint("+/- zoom", .list, 8)]
    ),
    BrowseKeys(
      "r",
      "search here, or refresh",
      [Binding(["r"], .main) { $0.searchHere(&$1) }],
      hints: [Hint("r refresh", .list, 9), Hint("r search here", .map, 2)]
    ),
    BrowseKeys(
      "space, a",
      "mark a place, or all that are listed",
      [
        Binding([" "], .main) { state, _ in state.markSelected() },
        Binding(["a"], .main) { state, _ in state.markAll() },
      ],
      hints: [Hint("space mark", .list, 10), Hint("space mark", .marked, 5), Hint("a all", .marked, 6)]
    ),
    BrowseKeys(
      "s y p",
      "save, copy, web page: of the marked, or the selected",
      [
        Binding(["s"], .main) { $0.toggleSaved(&$1) }, Binding(["p"], .main) { $0.openPages(&$1) },
        Binding(["y"], .main) { $0.copyCoordinates(&$1) },
      ],
      hints: [
        Hint("s save", .marked, 1), Hint("y copy", .marked, 2), Hint("p web page", .marked, 3),
        Hint("s save", .card, 3), Hint("p web page", .card, 4), Hint("y copy", .card, 5),
      ]
    ),
    BrowseKeys(
      "o w",
      "open them, or the whole list, as a web page; write to a file",
      [
        Binding(["o"], .main) { $0.openList(&$1) }, Binding(["w"], .main) { state, _ in state.chooseFile() },
      ],
      hints: [
        Hint("o open as page", .list, 4), Hint("w write", .marked, 0), Hint("o open as page", .marked, 4),
      ]
    ),
    BrowseKeys(
      "Q",
      "quit and print the command of this list",
      [Binding(["Q"], .main) { _, effects in effects.append(.quit(.quitPrinting)) }]
    ),
    BrowseKeys(
      "esc",
      "go back; stop a search and keep what it found",
      [
        Binding([.escape], .main) { $0.goBack(&$1) },
        Binding([.escape, .enter, .left, "h", .backspace], .card) { state, _ in state.focus = .list },
      ],
      hints: [Hint("esc back", .card, 0), Hint("esc clears the filter", .filter, 0)]
    ),
    BrowseKeys("mouse", "click, wheel, drag the map"),
    BrowseKeys(
      "q, Ctrl-C",
      "quit",
      [
        Binding(["q"], .main) { _, effects in effects.append(.quit(.quit)) },
        Binding([.control("c")], .always) { _, effects in effects.append(.quit(.interrupted)) },
      ]
    ),
    // The last line already mentions `?`; the other keys have their usual meanings.
    BrowseKeys(
      nil,
      "",
      [
        Binding(["?"], .main) { state, _ in state.screens.append(.help) },
        Binding([.control("z")], .always) { _, effects in effects.append(.suspend) },
        Binding([.control("l")], .always) { _, effects in effects.append(.redraw) },
      ]
    ),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
