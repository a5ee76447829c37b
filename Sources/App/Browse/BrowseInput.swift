import Domain

enum BrowseInput: Sendable {
  case begun
  case terminal(TerminalInput)
  /// A mouse event, with the object at its cell in the last drawing.
  case mouse(MouseEvent, on: BrowseTarget?)
  /// A terminal event, handled by the driver.
  case event(TerminalEvent)
  case resized(ScreenSize)
  case progressed(Int, SearchProgress)
  /// The end of a search; the result of a replaced search is ignored.
  case finished(Int, Result<PlaceCollection, PlaceSearchError>)
  /// A search found nothing, and continues with the corrected text of this query.
  case corrected(Int, to: PlaceQuery)
  /// The map context of a frame.
  case ground(MapContext, MapFrame)
  case located(Int, Result<LocatedPlaces, PlaceSearchError>)
  /// The text of a centre is the name of a saved location.
  case location(Int, SavedLocation)
  /// The recent queries and the saved places.
  case recalled(recents: [PlaceQuery], saved: [Place])
  case saved([Place], isSaved: Bool)
  /// Something was done, with a message about it.
  case done(String)
  /// A file wasn't written because it already exists.
  case exists(path: String)
  case failed(String)
}

enum BrowseEffect: Sendable, Hashable {
  /// Searches, and cancels the search in progress.
  case search(PendingSearch)
  case cancelSearch
  /// Geocodes a text, and cancels such a search in progress.
  case locate(Int, SearchText)
  case cancelLocation
  case recall
  /// Finds the map context of places in a frame.
  case findGround([FoundPlace], MapFrame)
  case save([FoundPlace], PlaceQuery, Provenance)
  case unsave([Place])
  case write(path: String, PlaceCollection, PlaceQuery, isReplacing: Bool)
  case open([String])
  /// Opens places as a page with a map.
  case openList(PlaceCollection, PlaceQuery)
  case copy(String)
  case suspend
  case redraw
  case quit(BrowseEnd)
}

/// The way in which the screen ends.
enum BrowseEnd: Sendable, Hashable {
  case quit
  /// Quit and print the command of the list.
  case quitPrinting
  case interrupted
  case signalled(Int32)
  case terminalGone
}

enum TerminalInput: Sendable, Hashable {
  case key(Key)
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's report on a private mode.
  case mode(Int, isKnown: Bool)
}

enum Key: Sendable, Hashable {
  case character(Character)
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
}

struct MouseEvent: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case press, drag, release, wheelUp, wheelDown
  }

  let action: Action
  let column: Int
  let row: Int
}

/// The queue of inputs from the terminal and from effects; inputs that arrive together are drawn together.
typealias InputQueue = AsyncStream<[BrowseInput]>.Continuation

extension InputQueue {
  func add(_ input: BrowseInput) { yield([input]) }
}
