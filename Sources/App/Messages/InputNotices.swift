import Domain

extension InputReport {
  /// Returns the notices about an input: what was missing, what was guessed, and what was ignored.
  ///
  /// - Parameter isBuilding: Whether an index is built, so that the options of `index build` can be used.
  /// - Returns: The notices.
  func notices(isBuilding: Bool = true) -> [Notice] {
    let command: Message = isBuilding ? "use " : "use `placefind index build` with "
    return identityNotices(command) + mappingNotices(command) + coordinateNotices(command)
      + (isBuilding ? formatNotices : formatNotices.map(\.ofIndexBuild))
  }

  /// Returns a phrase for a number of the input's places.
  private func having(_ count: Int) -> String {
    "\(count) of \(counted(placeCount, "place")) of \(path) \(count == 1 ? "has" : "have")"
  }

  /// Returns the notices about places without a category or a name.
  private func identityNotices(_ command: Message) -> [Notice] {
    var notices: [Notice] = []
    if ungroupedCount > 0 {
      // Suggesting one category for all rows would be wrong if most rows have their own.
      let named = archive ?? path
      let choice = named == DiskFiles.standardInputName ? "-c WORD" : "\(ShellWord.path(named))=WORD"
      let remedy: Message =
        isMostlyUngrouped
        ? "\(terminal: " To set one for all, \(command)\(choice).")" : " Use \(short: .query) to find them by name."
      notices.append(
        Notice(
          "\(having(ungroupedCount)) no known category; \(short: .category) finds them only by words of their own.\(remedy)",
          isWarning: isMostlyUngrouped
        )
      )
    }
    if unnamedCount > 0 {
      let title = mapping?.column(of: "name")?.title
      let reason: Message = title.map { "'\($0)' has no names." } ?? "No column of names was recognized."
      // An empty title is the user's choice.
      let remedy: Message =
        unnamedCount == placeCount && title?.isEmpty != true
        ? " \(reason)\(terminal: " To name the column, \(command)\(.map) name=COLUMN.")" : ""
      notices.append(Notice("\(having(unnamedCount)) no name.\(remedy)", isWarning: isMostlyUnnamed))
    }
    return notices
  }

  /// Returns the notices about columns whose field is a guess.
  private func mappingNotices(_ command: Message) -> [Notice] {
    let hemispheres: [Notice] = (mapping?.possibleHemispheres ?? []).map { column in
      let numbers = column.field == "lat_hemisphere" ? "latitudes" : "longitudes"
      let choice = ShellWord.quoted("\(column.field)=\(column.title)")
      return """
        '\(column.title)' of \(path) has only hemispheres, and the \(numbers) have no signs.\
        \(terminal: " If they belong together, \(command)\(.map) \(choice).")
        """
    }
    // A second column of categories only adds kinds to those of the first.
    let proposals = (mapping?.proposals ?? []).filter { mapping?.column(of: $0.field) == $0 }
    return hemispheres + proposals.map { proposalNotice($0, command) }
  }

  private func proposalNotice(_ column: ColumnMapping.Column, _ command: Message) -> Notice {
    let isUnknown = column.field != "name" && mapping?.kindCount == 0
    let reason: Message =
      column.field == "name"
      ? "whose values look like names"
      : isUnknown ? "though no value is a known kind of place" : "whose values look like kinds of places"
    let remedy: Message =
      " If that is wrong, \(command)\(.map) \(column.field)=COLUMN, or \(.map) \(column.field)= for none."
    return """
      The \(column.field) of \(path) is taken from '\(column.title)', \(reason).\
      \(terminal: remedy)
      """
  }

  private func coordinateNotices(_ command: Message) -> [Notice] {
    var notices: [Notice] = []
    if let column = columnOfAssumedOrder {
      let (first, other): (Message, String) =
        isLongitudeAssumedFirst ? ("longitude", "latlng=\(column)") : ("latitude", "lnglat=\(column)")
      notices.append(
        """
        The first number in '\(column)' of \(path) was read as the \(first), because neither the name nor the values \
        show the order.\(terminal: " If that is wrong, \(command)\(.map) \(ShellWord.quoted(other)).")
        """
      )
    }
    if reversedCount > 0 {
      let were = reversedCount == 1 ? "was" : "were"
      notices.append(
        """
        \(having(reversedCount)) latitude and longitude in another order than the column, and \(were) read in the \
        order that is on the globe.
        """
      )
    }
    if let degreeDivisor {
      notices.append("\(path) has degrees without a decimal point, which were divided by \(degreeDivisor).")
    }
    if partialCount > 0 {
      let reach = partialCount == 1 ? "reaches" : "reach"
      notices.append(
        """
        \(partialCount) of \(counted(placeCount, "place")) of \(path) \(reach) beyond the border of the data. The \
        coordinate is the middle of the part inside.
        """
      )
    }
    return notices
  }

  /// The notices about the file: a truncated response, its encoding, and other files in its archive.
  private var formatNotices: [Notice] {
    var notices: [Notice] = []
    if let remark {
      notices.append(
        Notice(
          """
          \(path) is a response that the service truncated (\(remark)). Places are missing, and no result from it is \
          complete.
          """,
          isWarning: true
        )
      )
    }
    if let encoding {
      notices.append(.assumedEncoding(encoding, of: path))
    }
    if !ignoredEntries.isEmpty {
      let shown = ignoredEntries.prefix(3).map { DisplayWidth.fitted($0, to: 40) }.joined(separator: ", ")
      notices.append(
        """
        Ignored \(counted(ignoredEntries.count, "file")) of the archive without places: \(shown)\
        \(ignoredEntries.count > 3 ? " and others" : "").
        """
      )
    }
    return notices
  }
}

extension Notice {
  /// The notice about an input that another command reads: options for rows get the name of `index build`.
  var ofIndexBuild: Notice { mapping { $0.naming(.indexBuild) { $0.heading == .rows } } }

  /// Reports an encoding that wasn't named and can't be proven.
  static func assumedEncoding(_ encoding: String, of path: String) -> Notice {
    """
    \(path) isn't UTF-8 and was read as \(encoding).\(terminal: " Pass another \(.encoding) if names look wrong.")
    """
  }
}
