/// The order in which a country writes the parts of an address.
enum AddressOrder {
  /// From the largest part to the smallest, separated by spaces: 서울특별시 강남구 테헤란로 152.
  case largeToSmall
  /// The number before the street, then the town: 152 Main Street, Austin.
  case numberFirst
  /// The street before the number, then the town: Hauptstraße 152, Berlin.
  case streetFirst

  /// The order in the country of a place, by its code or else by the coordinate; elsewhere, by the words of the street.
  init(country: ByteView, street: ByteView, latitude: Int32, longitude: Int32) {
    let point = (latitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    if country.count == 2 ? Self.isLargeToSmall(country) : GridProjection.isSouthKorea(point) {
      self = .largeToSmall
    } else {
      self = Self.isNumberFirst(street: street) ? .numberFirst : .streetFirst
    }
  }

  /// Whether a country writes the largest part first, by its code.
  static func isLargeToSmall(_ country: ByteView) -> Bool {
    country.equals("KR") || country.equals("JP") || country.equals("CN") || country.equals("TW")
  }

  /// Whether a street begins or ends with an English or French word that the number precedes.
  private static func isNumberFirst(street: ByteView) -> Bool {
    let text = street.text
    return streets.contains { text.hasSuffix(" " + $0) || text.hasPrefix($0 + " ") }
  }

  private static let streets = FieldNames.lines("streets").flatMap(\.names)
}

extension RowDraft {
  /// Joins the parts of an address, if the row has no complete one.
  mutating func joinAddress(latitude: Int32, longitude: Int32) {
    if !has(.roadAddress), has(.street) {
      let order = AddressOrder(
        country: text(.country),
        street: text(.street),
        latitude: latitude,
        longitude: longitude
      )
      switch order {
      case .largeToSmall: set(.roadAddress, joining: [.province, .city, .district, .street, .houseNumber])
      case .numberFirst: setAddress(.houseNumber, .street)
      case .streetFirst: setAddress(.street, .houseNumber)
      }
    } else if has(.lotAddress), has(.city), !text(.lotAddress).contains(text(.city)) {
      let order = AddressOrder(country: text(.country), street: .empty, latitude: latitude, longitude: longitude)
      if order == .largeToSmall {
        set(.lotAddress, joining: [.province, .city, .lotAddress], Precedence(.joined))
      } else {
        set(.lotAddress, joining: [.lotAddress, .city, .province, .postcode, .country], by: ", ", Precedence(.joined))
      }
    }
  }

  private mutating func setAddress(_ first: ImportField, _ second: ImportField) {
    set(.roadAddress, joining: [first, second], Precedence(.nested))
    guard has(.city) else { return }
    set(.roadAddress, joining: [.roadAddress, .city], by: ", ", Precedence(.joined))
  }
}

/// Distinguishes Korean road-name addresses from lot-number addresses.
enum KoreanAddress {
  /// Whether an address is a road-name address (도로명주소) rather than a lot-number address (지번주소).
  ///
  /// The name of a road ends in 로 or 길, and a building number follows it: `동소문로47길 12`, `비슬로 지하2600`. A lot-number
  /// address has the name of a quarter there: `길음동 1280`.
  ///
  /// - Returns: `false` also for an address of another country.
  static func isByRoad(_ address: ByteView) -> Bool {
    var start = 0
    var followsRoad = false
    for index in 0...address.count where index == address.count || address.byte(at: index) == UInt8(ascii: " ") {
      guard index > start else {
        start = index + 1
        continue
      }
      let word = address.part(start..<index)
      if followsRoad, isBuildingNumber(word) { return true }
      followsRoad = word.hasSuffix("로") || word.hasSuffix("길")
      start = index + 1
    }
    return false
  }

  private static func isBuildingNumber(_ word: ByteView) -> Bool {
    let first = word.byte(at: 0)
    return first >= 0x30 && first <= 0x39 || word.hasPrefix("지하")
  }
}
