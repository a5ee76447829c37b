/// Which OpenStreetMap tags belong to which of the 18 groups; maintained by hand.
///
/// A tag is `key=value` and is listed under one group only.
/// Source: wiki.openstreetmap.org, "Map features"; the groups follow what Kakao puts into each of its own: bars and bakeries
/// are food, a cash machine is a bank, a department store or a town's park belongs to none, and a railway station is not
/// a 지하철역 (subway station) unless it is tagged as one (`station=subway`, or `subway=yes` beside `railway=station`).
package enum OSMVocabulary {
  /// The tags of each group, separated by white space.
  package static let tags: [(group: CategoryGroup, tags: String)] = [
    (.supermarket, "shop=supermarket shop=wholesale shop=hypermarket"),
    (.convenience, "shop=convenience"),
    (.kindergarten, "amenity=kindergarten amenity=childcare"),
    (.school, "amenity=school amenity=university amenity=college"),
    (
      .academy,
      """
      amenity=prep_school amenity=language_school amenity=music_school amenity=driving_school amenity=dancing_school
      amenity=training office=tutoring
      """
    ),
    (.parking, "amenity=parking"),
    (.gas, "amenity=fuel amenity=charging_station"),
    (.subway, "station=subway station=light_rail station=monorail"),
    (.bank, "amenity=bank amenity=atm"),
    (
      .culture,
      """
      tourism=museum tourism=gallery amenity=theatre amenity=cinema amenity=library amenity=arts_centre
      amenity=concert_hall amenity=planetarium amenity=exhibition_centre amenity=community_centre
      """
    ),
    (.realtor, "office=estate_agent shop=estate_agent"),
    (
      .public,
      """
      amenity=townhall amenity=police amenity=fire_station amenity=post_office amenity=courthouse
      amenity=public_building office=government office=diplomatic
      """
    ),
    (
      .attraction,
      """
      tourism=attraction tourism=viewpoint tourism=theme_park tourism=zoo tourism=aquarium leisure=garden
      leisure=water_park leisure=nature_reserve historic=castle historic=palace historic=monument historic=memorial
      historic=ruins historic=archaeological_site historic=city_gate historic=heritage
      """
    ),
    (
      .lodging,
      """
      tourism=hotel tourism=motel tourism=hostel tourism=guest_house tourism=apartment tourism=chalet
      tourism=camp_site tourism=caravan_site tourism=alpine_hut tourism=wilderness_hut amenity=love_hotel leisure=resort
      """
    ),
    (
      .restaurant,
      """
      amenity=restaurant amenity=fast_food amenity=food_court amenity=bar amenity=pub amenity=biergarten
      amenity=ice_cream amenity=canteen amenity=nightclub shop=bakery shop=pastry
      """
    ),
    (.cafe, "amenity=cafe shop=coffee"),
    (
      .hospital,
      """
      amenity=hospital amenity=clinic amenity=doctors amenity=dentist healthcare=hospital healthcare=clinic
      healthcare=doctor healthcare=dentist healthcare=centre
      """
    ),
    (.pharmacy, "amenity=pharmacy healthcare=pharmacy"),
  ]

  /// The keys whose `station` is one of the metro beside a key of ``metroKeys``.
  package static let stationKeys = ["railway", "public_transport"]
  /// The keys whose `yes` makes a station one of the metro.
  package static let metroKeys = ["subway", "light_rail", "monorail"]

  /// The tags of a group.
  package static func tags(of group: CategoryGroup) -> [String] {
    tags.filter { $0.group == group }.flatMap { $0.tags.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  /// The keys that give the category of a feature, the most specific first.
  package static let categoryKeys = [
    "amenity", "shop", "tourism", "healthcare", "leisure", "office", "railway", "station", "historic", "craft",
    "public_transport", "emergency", "club", "man_made", "natural", "landuse", "highway", "building",
  ]
}
