import Domain

extension OverpassQuery {
  /// The ways and multipolygons that maps draw below places: the classes that an import of a file stores.
  static let ground = OverpassQuery(
    tagsOfGround: ([
      "highway": """
      motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link \
      residential unclassified living_street pedestrian road service
      """,
      "railway": "rail light_rail subway narrow_gauge monorail",
      "waterway": "river canal riverbank dock",
      "natural": "water coastline wood",
      "landuse": "reservoir basin grass forest cemetery recreation_ground village_green",
      "leisure": "park garden golf_course",
    ] as KeyValuePairs).flatMap { key, values in values.split(separator: " ").map { "\(key)=\($0)" } }
  )
}
