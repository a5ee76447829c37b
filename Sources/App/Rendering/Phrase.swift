/// A language of the program's own words.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}

/// The program's own words on pages and maps, in tables and in `browse`; `{0}` and `{1}` stand for values.
///
/// Messages, options and JSON are English.
enum Phrase: String, CaseIterable, Sendable {
  // Counts
  case place, places, row, rows, countOf, complete, incomplete, inView, here
  // Headings of columns
  case number, name, category, distance, along, address, phone, position, latitude, longitude, open, visit, attributes
  // Facts of a result
  case beyondData, outsideData, maybeBeyondData, source, index, sample, streets, dataOf, hatched, unknownHours
  case unlocated
  // Sentences of a query
  case within, withinShape, inside, near, anywhere, openNow, openAt, conditions
  // Controls of the page
  case allPlaces, mapOfPlaces, mapKeys, table, filter, filterHint, categories, map, zoomIn, zoomOut, zoomAll, chosen
  case noMatch, clear, showAll, other, close
  // The chosen place
  case wheelchair, takeaway, off, walk, page, openStreetMap, copy, copied, fictional, alsoHere, more, directions,
    mapApp, closeTogether
  // The card of a place
  case hours, lot, at, way, wayFrom, webPage, note, origin, compass
  // Opening hours
  case alwaysOpen, daily, weekdays, holidays, closedDay, wholeDay, and
  case isOpen, isOpenUntil, isClosed, opensAt, hoursUnknown
  // Places
  case unnamed, unnamedPlace, yes, no, limited, only
  // Sources
  case indexSource, sampleSource, fictionalPlaces, notListed, nearest, nearestPlaces
  // The title of the screen
  case marked, matching, soFar, searching, stopping, unanswered, tooSmall
  // Keys in the last line of the screen
  case arrows, mouse
  case keyMove, keyNext, keyScroll, keyDetails, keyMap, keyFilter, keyChange, keyNear, keyCategories, keyEarlier
  case keyRadius, keyPan, keyZoom, keyRefresh, keySearchHere, keyMark, keyMarkAll, keySave, keyCopy, keyWebPage
  case keyOpen, keyWrite, keyBack, keyClear, keySearch, keyTypeWord, keyChoose, keyHelp, keyQuit, keyStop, keyKeep
  case keyGo, keyReplace
  // Keys in the help of the screen
  case helpMove, helpPages, helpEnds, helpNumber, helpDetails, helpPanes, helpFilter, helpNear, helpCategories
  case helpOpen, helpEarlier, helpRadius, helpPan, helpZoom, helpRefresh, helpMark, helpPlaces, helpList, helpPrint
  case helpBack, helpMouse, helpQuit
  // Prompts and choices of the screen
  case numberPrompt, filePrompt, nearPrompt, categoryPrompt, centerHint, recentSearches, candidates, similarNames
  case alsoChosen, sameAs, ofSource, everyPlace, searchingFor, request, requests, noSelection, saved
  // Messages of the screen
  case savedPlaces, removedPlaces, allListed, onlyListed, stopped, stoppedEmpty, stoppedWith, firstSearch, added
  case noMore, hiddenPlace, missingPlace, tooManyPages, noPages, pages, opening, opened, copiedText, coordinates
  case wrote, largestRadius, smallestRadius, pressHelp

  /// The phrases that the page's script uses.
  static let ofScript: [Phrase] = [
    .place, .places, .row, .rows, .countOf, .inView, .here, .noMatch, .clear, .showAll, .other, .close, .walk, .page,
    .openStreetMap, .copy, .copied, .fictional, .alsoHere, .more, .directions, .mapApp,
  ]

  /// Returns a number of places, `3 places` or `3 of 60 places`.
  ///
  /// The total is included if it is larger and the places aren't complete, or if only the count was requested.
  static func count(of places: Int, total: Int?, isComplete: Bool, in language: Language) -> String {
    guard let total, places < total, !isComplete || places == 0 else { return count(of: places, in: language) }
    return countOf.text(language, String(places), count(of: total, in: language))
  }

  static func count(of places: Int, in language: Language) -> String {
    (places == 1 ? place : self.places).text(language, String(places))
  }

  /// Returns the address of the only page, or the number of pages.
  static func pages(_ addresses: [String], in language: Language) -> String {
    addresses.count == 1 ? addresses[0] : pages.text(language, String(addresses.count))
  }

  /// Returns the phrase with values in the places of `{0}` and `{1}`.
  func text(_ language: Language, _ values: String...) -> String {
    let pattern = language == .korean ? texts.korean : texts.english
    guard !values.isEmpty else { return pattern }
    // Bytes, because generic functions of strings take 0.3 million instructions at their first call.
    var text: [UInt8] = []
    var rest = pattern.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "{"), let digit = rest.first, rest.dropFirst().first == UInt8(ascii: "}") {
        text.append(text: values[Int(digit) - 0x30])
        rest = rest.dropFirst(2)
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
