/// The effect of a key on the main screen or the detail screen.
enum BrowseAction: Sendable, Hashable, CaseIterable {
  case next, previous
  case nextPage, previousPage, nextHalfPage, previousHalfPage
  case first, last
  case showDetail, closeDetail
  case nextPane, previousPane
  case filter, near, categories
  case goToEarlier
  case enlargeRadius, reduceRadius
  case panNorth, panSouth, panWest, panEast
  case zoomIn, zoomOut, showWholeArea
  case searchHere
  case mark, markAll
  case save, open, copy, write
  case goBack
  case showHelp
  case quit, quitPrinting, interrupt
  case suspend, redraw
}
