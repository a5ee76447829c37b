import Domain

extension PlaceQuery {
  /// Returns the query as a phrase, such as `cafe, bank "starbucks" within 1 km of 37.4979,127.0276`.
  func sentence(in language: Language = .english) -> String {
    QueryProperty.allCases.flatMap { $0.phrases(self, language) }.joined(separator: language == .english ? " " : " · ")
  }

  /// Returns the options of the command line that runs the query, such as `-c cafe --near 강남역 -r 500`.
  ///
  /// A saved location is written by name only while it still has that coordinate.
  func commandLine(_ savedLocations: SavedLocations = SavedLocations()) -> String {
    QueryProperty.allCases.flatMap { $0.options(self, savedLocations) }.joined(separator: " ")
  }
}

extension QueryProperty {
  /// Returns the command-line options for the property, except for defaults.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - savedLocations: The saved locations; the name of a location is used only if its coordinate is still the same.
  /// - Returns: The words.
  fileprivate func options(_ query: PlaceQuery, _ savedLocations: SavedLocations) -> [String] {
    switch self {
    case .categories:
      return query.categories.isEmpty
        ? [] : Self.option("-c", long: "--category", query.categories.map(\.slug).joined(separator: ","))
    case .text: return query.text.map { Self.option("-q", long: "--query", $0.value) } ?? []
    case .center:
      guard let center = query.area.center else {
        // Otherwise a default location would become the centre, and the sample would reject a category without a
        // centre.
        return query.area.isEverywhere && (savedLocations.standard != nil || query.text == nil) ? ["--anywhere"] : []
      }
      guard let near = query.near else { return Self.option("--at", center.decimalText) }
      if savedLocations[near]?.coordinate == center { return Self.option("--at", near) }
      return query.isNearSaved ? Self.option("--at", center.decimalText) : Self.option("--near", near)
    case .area: return Self.options(of: query.area)
    case .shape: return []
    case .sort:
      let isStandard = query.sort == PlaceQuery.standardSort(in: query.area)
      return isStandard ? [] : Self.option("--sort", query.sort.rawValue)
    case .limit:
      switch query.limit {
      case .standard: return []
      case .first, .all, .nothing: return ["-n", query.limit.count.map(String.init) ?? "all"]
      case .page(let page): return ["--page", String(page.number), "--size", String(page.size)]
      }
    case .conditions: return query.conditions.flatMap { Self.option("--where", $0.text) }
    case .opening: return query.match.opening.options { Self.option($0, $1) }
    }
  }

  /// Returns the words for the property in the sentence of a query; empty for technical properties.
  fileprivate func phrases(_ query: PlaceQuery, _ language: Language) -> [String] {
    switch self {
    case .categories:
      query.categories.isEmpty ? [] : [query.categories.map { $0.name(in: language).excerpt }.joined(separator: ", ")]
    case .text: query.text.map { ["\"\($0.value)\""] } ?? []
    case .area: [Self.phrase(query.area, near: query.near, language)]
    case .center, .sort, .limit, .shape: []
    case .conditions:
      query.conditions.isEmpty
        ? [] : [Phrase.conditions.text(language, query.conditions.map(\.text.excerpt).joined(separator: ", "))]
    case .opening: query.match.opening.phrases(in: language)
    }
  }

  /// Returns an option and its value, as `--name=value` if the value could be mistaken for an option; a number can't.
  private static func option(_ name: String, long longName: String? = nil, _ value: String) -> [String] {
    value.hasPrefix("-") ? [ShellWord.quoted("\(longName ?? name)=\(value)")] : [name, ShellWord.quoted(value)]
  }

  /// Returns the options for an area.
  private static func options(of area: SearchArea) -> [String] {
    switch area.shape {
    case .circle(let circle): return circle.radius == .standard ? [] : ["-r", circle.radius.meters.decimalText]
    case .box(let box): return ["--bbox", box.edgeText]
    case .drawn(let shape):
      let form = shape.form
      var words = option("--\(type(of: form).key)", form.name)
      if let precision = form.polylinePrecision, precision != .standard {
        words += ["--polyline-precision", String(precision.rawValue)]
      }
      if let reach = form.reach, reach != .standardCorridor { words += ["-r", reach.meters.decimalText] }
      return words
    case .anywhere: return []
    }
  }

  /// Returns the phrase for an area in the sentence of a query.
  private static func phrase(_ area: SearchArea, near: String?, _ language: Language) -> String {
    let center = near ?? area.center?.decimalText
    switch area.shape {
    case .circle(let circle):
      let radius = DistanceFormatter.short(circle.radius.distance)
      return Phrase.within.text(language, radius, center ?? circle.center.decimalText)
    case .box(let box): return Phrase.inside.text(language, box.edgeText)
    case .drawn(let shape):
      // The name may be the text of an encoded polyline.
      let name = shape.form.shownName.excerpt
      guard let reach = shape.form.reach else { return Phrase.withinShape.text(language, name) }
      return Phrase.within.text(language, DistanceFormatter.short(reach.distance), name)
    case .anywhere: return center.map { Phrase.near.text(language, $0) } ?? Phrase.anywhere.text(language)
    }
  }
}

extension PlaceCategory {
  /// Returns the slug or, in Korean, the name of a group or kind.
  func name(in language: Language) -> String {
    switch self {
    case .group(let group): group.name(in: language)
    case .kind(let kind): kind.name(in: language)
    case .any: Phrase.everyPlace.text(language)
    case .source: slug
    }
  }
}

extension Kind {
  /// Returns the slug or, in Korean, the first Korean word of the kind.
  func name(in language: Language) -> String { language == .english ? slug : koreanName }
}

extension CategoryGroup {
  /// Returns the slug or, in Korean, the first of the group's names.
  func name(in language: Language) -> String {
    language == .english ? slug : String(koreanName.prefix { $0 != "," })
  }
}

extension Coordinate {
  /// The latitude and longitude in degrees, such as `37.4979,127.0276`.
  var decimalText: String { "\(latitude.decimalText),\(longitude.decimalText)" }
}

extension SearchArea {
  /// The area in the notation of `--covers`.
  var coverageText: String {
    switch shape {
    case .circle(let circle):
      "\(circle.center.decimalText),\(DistanceFormatter.short(circle.radius.distance).filter { $0 != " " })"
    case .box(let box): box.edgeText
    case .drawn(let shape): Self.coverageText(of: shape.form)
    case .anywhere: "everywhere"
    }
  }

  private static func coverageText(of form: any DrawnForm) -> String {
    let name = form.shownName
    return form.reach.map { "\(name),\(DistanceFormatter.short($0.distance).filter { $0 != " " })" } ?? name
  }
}

extension Source {
  /// Returns the name of a service, or the word for an index or the sample.
  func name(in language: Language) -> String {
    switch self {
    case .service(let service): service.name
    case .index: Phrase.indexSource.text(language)
    case .sample: Phrase.sampleSource.text(language)
    }
  }
}
