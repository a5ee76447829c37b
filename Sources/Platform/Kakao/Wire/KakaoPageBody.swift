/// The body of a place search as it is on the wire; everything unknown is passed over.
struct KakaoPageBody: Decodable {
  struct Meta: Decodable {
    let totalCount: Int
    let pageableCount: Int
    let isEnd: Bool

    enum CodingKeys: String, CodingKey {
      case totalCount = "total_count"
      case pageableCount = "pageable_count"
      case isEnd = "is_end"
    }
  }

  let documents: [KakaoDocument]
  let meta: Meta
}

/// One place on the wire: numbers are text, and absent text is empty.
struct KakaoDocument: Decodable {
  let id: LooseText?
  let name: LooseText?
  let categoryName: LooseText?
  let groupCode: LooseText?
  let groupName: LooseText?
  let phone: LooseText?
  let lotAddress: LooseText?
  let roadAddress: LooseText?
  let x: LooseText?
  let y: LooseText?
  let url: LooseText?
  let distance: LooseText?

  enum CodingKeys: String, CodingKey {
    case id
    case name = "place_name"
    case categoryName = "category_name"
    case groupCode = "category_group_code"
    case groupName = "category_group_name"
    case phone
    case lotAddress = "address_name"
    case roadAddress = "road_address_name"
    case x, y
    case url = "place_url"
    case distance
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // By hand: a decoder for every field of its own took 6 % of a batch against a service that answers at once.
    func text(_ key: CodingKeys) throws -> LooseText? {
      if let text = try? container.decodeIfPresent(String.self, forKey: key) { return LooseText(text) }
      return try container.decodeIfPresent(LooseText.self, forKey: key)
    }
    id = try text(.id)
    name = try text(.name)
    categoryName = try text(.categoryName)
    groupCode = try text(.groupCode)
    groupName = try text(.groupName)
    phone = try text(.phone)
    lotAddress = try text(.lotAddress)
    roadAddress = try text(.roadAddress)
    x = try text(.x)
    y = try text(.y)
    url = try text(.url)
    distance = try text(.distance)
  }
}

/// A field that is text although it means a number; a number is taken as well, since the documentation promises one.
struct LooseText: Decodable {
  /// The text; `nil` when the field is empty or of another kind.
  let value: String?

  /// Takes text as it is; an empty one is no value.
  init(_ text: String) { value = text.isEmpty ? nil : text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = text.isEmpty ? nil : text
    } else if let number = try? container.decode(Int.self) {
      value = String(number)
    } else if let number = try? container.decode(Double.self) {
      value = String(number)
    } else {
      value = nil
    }
  }
}
