import Domain

extension PlaceField {
  /// Returns the value of this field.
  func value(in found: FoundPlace) -> Listing.Value {
    switch entry.content {
    case .text(let field, _): .text(found.place.text[field])
    case .group(let word, let field, _): .text(found.place.group.map(word) ?? field.flatMap { found.place.text[$0] })
    case .kind: .text(found.place.kind?.slug)
    case .number(let number): .number(number.value(in: found))
    case .integer(let number): .integer(number.value(in: found.computed))
    case .attributes: .attributes(found.place.attributes)
    case .computed(let value):
      value.isFlag ? .flag(value.text(in: found.computed).map { $0 == "true" }) : .text(value.text(in: found.computed))
    }
  }

  /// Returns the column of this field in the default table.
  func listColumn(in language: Language) -> Table.Column {
    let section = display?.section
    let isText = section == .name || section == .address
    let importance =
      switch section {
      case .name: 3
      case .category: 1
      case .address: 0
      default: -1
      }
    return Table.Column(
      name: (heading?.text(language) ?? label).uppercased(),
      isFlexible: isText,
      importance: importance,
      isLeftOutWhenUniform: section != .name,
      losesCommonBeginning: section == .address
    )
  }

  /// The column of this field in a table with `--fields`.
  var tableColumn: Table.Column {
    let importance = self == .placeName ? 1 : 0
    return switch entry.content {
    case .text(_, let isProse), .group(_, _, let isProse):
      Table.Column(name: rawValue, isFlexible: isProse, importance: importance)
    case .kind, .computed: Table.Column(name: rawValue, importance: importance)
    case .attributes: Table.Column(name: rawValue, isFlexible: true, importance: importance)
    case .number, .integer: Table.Column(name: rawValue, isRightAligned: true, importance: importance)
    }
  }
}

extension Place {
  /// The address of the place's web page if it is safe to open: only `http` and `https`.
  var pageAddress: String? {
    guard let url = url.map(Self.firstAddress), let mark = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<mark].lowercased()
    guard scheme == "https" || scheme == "http", url[mark...].hasPrefix("://") else { return nil }
    return url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) } ? url : nil
  }

  /// Returns the first of several addresses, which OpenStreetMap separates with semicolons.
  private static func firstAddress(_ text: String) -> String {
    let end = text.indices.first { index in
      text[index] == ";" && text[index...].dropFirst().trimmed.lowercased().hasPrefix("http")
    }
    return end.map { String(text[..<$0].trimmed) } ?? text
  }

  /// The address to open in a browser: the place's page, or its point on OpenStreetMap.
  var browserAddress: String { pageAddress ?? mapAddress }

  private var mapAddress: String {
    let latitude = coordinate.latitude.decimalText
    let longitude = coordinate.longitude.decimalText
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
  }

  /// Returns the text of a field for people; `nil` if it is absent.
  func shownText(of field: PlaceField) -> String? {
    switch field.display?.section {
    case .category: return field.text == nil ? categoryText() : categoryPath
    default: return field.text.flatMap { text[$0] }
    }
  }

  /// Returns the category and the source's own words for it.
  func categoryLine(separator: String, in language: Language = .english) -> String {
    [kind?.name(in: language) ?? group?.name(in: language), categoryPath].compactMap(\.self)
      .joined(separator: separator)
  }

  /// Returns the short category: the name of the kind or the group, or else the last part of the category path.
  func categoryText(in language: Language = .english) -> String {
    if let kind { return kind.name(in: language) }
    if let group {
      return TerminalText.cleaned(KindLabel(of: self).otherName(in: group) ?? group.name(in: language))
    }
    guard let path = categoryPath else { return "" }
    guard let mark = path.lastIndex(of: ">") else { return TerminalText.cleaned(path) }
    return TerminalText.cleaned(String(path[path.index(after: mark)...].drop { $0 == " " }))
  }
}

extension Place {
  /// Returns the name, or the category of an unnamed place; empty for an address, which has neither.
  func shownName(in language: Language = .english) -> String {
    if let name { return name }
    let category = kind?.name(in: language) ?? group?.name(in: language) ?? categoryPath.map(\.tagWords)
    return category.map { Phrase.unnamed.text(language, $0) } ?? (id.isEmpty ? "" : Phrase.unnamedPlace.text(language))
  }

  /// The attributes that visitors ask for first, in their order.
  private static let firstKeys = ["opening_hours", "wheelchair", "takeaway"]

  /// Returns the opening hours in words, or as the source writes them; `nil` if they are unknown.
  func hoursText(_ glyphs: MapGlyphs = .unicode, in language: Language = .english) -> String? {
    value(of: Self.firstKeys[0]).map { OpeningHours($0)?.text(glyphs, in: language) ?? $0 }
  }

  /// Returns the words for ``firstAttributes``, such as `wheelchair limited`.
  func visitTexts(in language: Language) -> [String] {
    firstAttributes.map { attribute in
      let value = Phrase(rawValue: attribute.value)?.text(language) ?? attribute.value
      return Phrase(rawValue: attribute.key)?.text(language, value) ?? "\(attribute.key) \(value)"
    }
  }

  /// The attributes that visitors ask for first, besides the opening hours.
  var firstAttributes: [PlaceAttribute] {
    Self.firstKeys.dropFirst().compactMap { key in attributes.first { $0.key == key } }
  }

  var otherAttributes: [PlaceAttribute] { attributes.filter { !Self.firstKeys.contains($0.key) } }
}
