/// A key of the screen with its actions, its help and its hints.
struct BrowseKeys: Sendable {
  /// The scope in which a key has a meaning.
  ///
  /// If several apply, the first one in this order wins.
  enum Scope: Sendable, Hashable {
    /// On every screen, even while typing.
    case always
    /// On the main screen and the detail screen.
    case both
    /// On the detail screen.
    case detail
    /// On the main screen, whichever pane has the focus.
    case main
    /// On the main screen while the map has the focus.
    case map
    /// Wherever there is a list.
    case list
  }

  /// Keys with the same action.
  struct Binding: Sendable {
    let scope: Scope
    let keys: [Key]
    let action: BrowseAction

    init(_ keys: [Key], _ scope: Scope, _ action: BrowseAction) {
      self.scope = scope
      self.keys = keys
      self.action = action
    }
  }

  /// The situation in which the last line shows a hint.
  enum Occasion: Sendable, Hashable {
    /// The list or the card has the focus.
    case list
    /// The list or the card has the focus, and there is an earlier result.
    case earlier
    /// The map has the focus.
    case map
    /// The list is filtered.
    case filter
    /// Places are marked.
    case marked
    /// The details of a place are shown.
    case detail
  }

  /// A hint in the last line.
  struct Hint: Sendable {
    let text: String
    let occasion: Occasion
    /// The priority of the hint; lower values come first.
    let rank: Int

    init(_ text: String, _ occasion: Occasion, _ rank: Int) {
      self.text = text
      self.occasion = occasion
      self.rank = rank
    }
  }

  /// The keys in the help; `nil` if the help doesn't list them.
  let label: String?
  /// The meaning in the help.
  let meaning: String
  let bindings: [Binding]
  let hints: [Hint]

  private init(_ label: String?, _ meaning: String = "", _ bindings: [Binding] = [], hints: [Hint] = []) {
    self.label = label
    self.meaning = meaning
    self.bindings = bindings
    self.hints = hints
  }

  /// The table of keys, in the order of the help.
  static let all: [BrowseKeys] = [
    BrowseKeys(
      "j k, arrows",
      "next and previous place",
      [
        Binding([.down, "j", .control("n")], .list, .next),
        Binding([.up, "k", .control("p")], .list, .previous),
      ],
      hints: [Hint("j/k move", .list, 0), Hint("j/k next", .detail, 1)]
    ),
    BrowseKeys(
      "PgDn PgUp",
      "next and previous page; load more at the end",
      [
        Binding([.pageDown, .control("f")], .list, .nextPage),
        Binding([.pageUp, .control("b")], .list, .previousPage),
        Binding([.control("d")], .list, .nextHalfPage),
        Binding([.control("u")], .list, .previousHalfPage),
      ]
    ),
    BrowseKeys(
      "g G",
      "first and last place",
      [Binding([.home, "g"], .list, .first), Binding([.end, "G"], .list, .last)]
    ),
    // Digits are handled before all other keys.
    BrowseKeys("17 enter", "go to place 17"),
    BrowseKeys(
      "enter, l",
      "place details",
      [Binding([.enter], .main, .showDetail), Binding([.right, "l"], .list, .showDetail)],
      hints: [Hint("enter detail", .list, 1), Hint("enter detail", .filter, 1)]
    ),
    BrowseKeys(
      "tab",
      "switch between list, map and card",
      [Binding([.tab], .main, .nextPane), Binding([.backTab], .main, .previousPane)],
      hints: [Hint("tab map", .list, 2), Hint("tab list", .map, 3)]
    ),
    BrowseKeys(
      "/",
      "filter the list as you type",
      [Binding(["/"], .main, .filter)],
      hints: [Hint("/ filter", .list, 3), Hint("/ filter", .map, 4), Hint("/ change it", .filter, 2)]
    ),
    BrowseKeys(
      "n",
      "near another place, or a recent search",
      [Binding(["n"], .both, .near)],
      hints: [Hint("n near", .list, 4), Hint("n near", .map, 5), Hint("n near", .detail, 5)]
    ),
    BrowseKeys(
      "c",
      "choose categories: any group, kind or tag",
      [Binding(["c"], .both, .categories)],
      hints: [Hint("c categories", .list, 5), Hint("c categories", .map, 6)]
    ),
    BrowseKeys(
      "u",
      "back to the search before",
      [Binding(["u"], .both, .goToEarlier)],
      hints: [Hint("u search before", .earlier, 9)]
    ),
    BrowseKeys(
      "+ -",
      "larger and smaller radius",
      [Binding(["+", "="], .both, .enlargeRadius), Binding(["-"], .both, .reduceRadius)],
      hints: [Hint("+/- radius", .list, 6), Hint("+/- radius", .map, 7)]
    ),
    BrowseKeys(
      "H J K L",
      "move the map; arrows on the map",
      [
        Binding([.shiftUp, "K"], .main, .panNorth), Binding([.shiftDown, "J"], .main, .panSouth),
        Binding([.shiftLeft, "H"], .main, .panWest), Binding([.shiftRight, "L"], .main, .panEast),
        Binding([.up, "k"], .map, .panNorth), Binding([.down, "j"], .map, .panSouth),
        Binding([.left, "h"], .map, .panWest), Binding([.right, "l"], .map, .panEast),
      ],
      hints: [Hint("arrows move the map", .map, 0)]
    ),
    BrowseKeys(
      "z Z 0",
      "zoom in, zoom out, whole area",
      [
        Binding(["z"], .main, .zoomIn), Binding(["Z"], .main, .zoomOut), Binding(["0"], .main, .showWholeArea),
      ],
      hints: [Hint("z/Z zoom", .map, 1)]
    ),
    BrowseKeys(
      "r",
      "search here, or refresh",
      [Binding(["r"], .both, .searchHere)],
      hints: [Hint("r refresh", .list, 7), Hint("r search here", .map, 2)]
    ),
    BrowseKeys(
      "space, a",
      "mark a place, or all that are listed",
      [Binding([" "], .both, .mark), Binding(["a"], .both, .markAll)],
      hints: [Hint("space mark", .list, 8), Hint("space mark", .marked, 4), Hint("a all", .marked, 5)]
    ),
    BrowseKeys(
      "s o y",
      "save, open, copy: the marked, or the selected",
      [Binding(["s"], .both, .save), Binding(["o"], .both, .open), Binding(["y"], .both, .copy)],
      hints: [
        Hint("s save", .marked, 1), Hint("y copy", .marked, 2), Hint("o open", .marked, 3),
        Hint("s save", .detail, 2), Hint("o open", .detail, 3), Hint("y copy", .detail, 4),
      ]
    ),
    BrowseKeys(
      "w",
      "write them, or the whole list, to a file",
      [Binding(["w"], .both, .write)],
      hints: [Hint("w write", .marked, 0)]
    ),
    BrowseKeys("Q", "quit and print the command of this list", [Binding(["Q"], .both, .quitPrinting)]),
    BrowseKeys(
      "esc",
      "go back; stop a search and keep what it found",
      [
        Binding([.escape], .main, .goBack),
        Binding([.escape, .enter, "q", .left, "h", .backspace], .detail, .closeDetail),
      ],
      hints: [Hint("esc back", .detail, 0), Hint("esc clears the filter", .filter, 0)]
    ),
    BrowseKeys("mouse", "click, wheel, drag the map"),
    BrowseKeys("q, Ctrl-C", "quit", [Binding(["q"], .main, .quit), Binding([.control("c")], .always, .interrupt)]),
    // The last line already mentions `?`; the other keys have their usual meanings.
    BrowseKeys(
      nil,
      "",
      [
        Binding(["?"], .both, .showHelp), Binding([.control("z")], .always, .suspend),
        Binding([.control("l")], .always, .redraw),
      ]
    ),
  ]

  /// The action of a key in the given scopes; `nil` if it has none.
  static func action(of key: Key, in scopes: [Scope]) -> BrowseAction? {
    for scope in scopes {
      for binding in all.lazy.flatMap(\.bindings) where binding.scope == scope && binding.keys.contains(key) {
        return binding.action
      }
    }
    return nil
  }

  /// The hints in the given situations, the most important first.
  static func hints(on occasions: [Occasion]) -> [String] {
    all.flatMap(\.hints).filter { occasions.contains($0.occasion) }.sorted { $0.rank < $1.rank }.map(\.text)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
