import Domain

/// Everything that changes the screen.
enum BrowseInput: Sendable {
  /// The screen begins.
  case begun
  case terminal(TerminalInput)
  /// Something happened to the terminal itself, which the driver sees to.
  case event(TerminalEvent)
  case resized(ScreenSize)
  /// A search was answered; one that is not waited for any more changes nothing.
  case answered(Int, Result<PlaceCollection, PlaceSearchError>)
  /// The places that a text names.
  case located(Int, Result<LocatedPlaces, PlaceSearchError>)
  case recalled(recents: [RecentSearch], saved: Set<String>)
  /// A place was saved or is saved no more.
  case kept(id: String, isSaved: Bool)
  /// Something that was asked for did not work.
  case failed(String)
}

/// What the screen asks of the world.
enum BrowseEffect: Sendable, Hashable {
  /// Searches; whatever search is under way is overtaken.
  case search(Int, PlaceQuery, PlaceLimit)
  case cancelSearch
  /// Looks for the places that a text names; whatever such search is under way is overtaken.
  case locate(Int, SearchText)
  /// Reads recent searches and saved places.
  case recall
  case save(FoundPlace, PlaceQuery, Provenance)
  case unsave(id: String)
  /// Shows an address in the browser.
  case open(String)
  /// Puts a text on the clipboard.
  case copy(String)
  /// Stops the program until the shell brings it back.
  case suspend
  /// Draws everything, also what did not change.
  case redraw
  case quit(isInterrupted: Bool)
}
