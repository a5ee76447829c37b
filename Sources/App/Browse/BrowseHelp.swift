/// What the keys of the screen do: the one list behind its help.
enum BrowseHelp {
  static let keys: [(keys: String, meaning: String)] = [
    ("j k, arrows", "next and previous place"),
    ("space, PgDn", "a page on; the end loads more"),
    ("g G", "first and last place"),
    ("enter, l", "everything about the place"),
    ("tab", "list, map, card"),
    ("/", "filter the list as typed"),
    ("n", "near another place, or a recent search"),
    ("c", "choose categories"),
    ("+ -", "larger and smaller radius"),
    ("H J K L", "move the map; arrows on the map"),
    ("z Z 0", "zoom in, zoom out, whole area"),
    ("r", "search here, or refresh"),
    ("s", "save the place, or forget it"),
    ("o", "open its page in the browser"),
    ("y", "copy its coordinate"),
    ("esc", "back; stops a search"),
    ("mouse", "click, wheel, drag the map"),
    ("q, Ctrl-C", "quit"),
  ]
}
