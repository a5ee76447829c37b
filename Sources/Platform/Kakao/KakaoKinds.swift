import Domain

/// The kinds that the steps of Kakao's `category_name` mean.
///
/// Source: the paths of 6,487 recorded documents (2025-10 to 2025-12).
enum KakaoKinds {
  /// The steps for kinds, in addition to everyday words.
  static let names: [Service.KindName] = [
    .init("nursing-hospital", "노인,요양병원"),
    .init("theatre", "공연장,연극극장"),
    .init("motel", "여관,모텔"),
    .init("camp-site", "야영,캠핑장", "캠핑,야영장"),
    .init("bakery", "제과,베이커리"),
    .init("pub", "호프,요리주점"),
    .init("bar", "일본식주점", "오뎅바"),
    .init("grilled-meat", "육류,고기"),
    .init("ev-charging", "전기차 충전소", isGrouped: false),
    .init("bus-station", "고속,시외버스터미널", "고속,시외버스정류장"),
    .init("study-cafe", "스터디카페,스터디룸"),
    .init("florist", "꽃집,꽃배달"),
    .init("optician", "안경,렌즈"),
    .init("clothes", "의류판매"),
    .init("shopping-mall", "상가,아케이드"),
    .init("church", "기독교"),
    .init("cathedral", "천주교"),
    .init("temple", "불교"),
  ]

  private static let paths = KindPaths(names)

  /// Returns the kinds that a path names.
  static func kinds(ofPath path: String) -> [Kind] { paths.kinds(ofPath: path) }
}
