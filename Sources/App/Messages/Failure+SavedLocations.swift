import Domain

/// Failures about saved locations.
extension Failure {
  static func locationName(_ name: String) -> Failure {
    let maximum = SavedLocation.maximumNameLength
    guard name.count <= maximum else {
      return .usage("\(quoted: name) has \(name.count) characters. A location's name has at most \(maximum).")
    }
    return .usage(
      """
      \(quoted: name) can't name a location. A name starts with a letter, followed by letters, digits, '-', '_' or '.'.
      """
    )
  }

  /// Reports a name that means something else as an argument of `here`.
  static func reservedName(_ name: String) -> Failure {
    .usage("\(quoted: name) can't name a location, because `placefind here` gives it another meaning.")
  }

  static func nothingToRemove(_ name: String, in saved: SavedLocations) -> Failure {
    let names = saved.locations.map(\.name)
    guard !names.isEmpty else { return .usage("There is no location \(quoted: name). No location is saved.") }
    let known = listed("saved location", names.prefix(8).map(\.self))
    return .usage("There is no location \(quoted: name). \(known).\(terminal: " `placefind here` lists them.")")
  }

  /// Reports a name under which `here` has saved nothing.
  static func nothingSaved(_ name: String, in saved: SavedLocations) -> Failure {
    let names = saved.locations.map(\.name)
    if let nearest = NearestWord.of(name, among: names) {
      return .usage("There is no location \(quoted: name). Did you mean \(nearest)? `placefind here` lists them.")
    }
    guard SavedLocation.isName(name) else { return unknownLocation(name, in: saved) }
    return .usage("There is no location \(quoted: name). Save it: `placefind here \(name) \(.at, "LAT,LNG")`")
  }

  static func unknownLocation(_ name: String, in saved: SavedLocations) -> Failure {
    let names = saved.locations.map(\.name)
    if let nearest = NearestWord.of(name, among: names) {
      return .usage(
        "There is no location \(quoted: name). Did you mean \(nearest)?\(terminal: " `placefind here` lists them.")"
      )
    }
    let known = names.isEmpty ? "" : ", only \(names.prefix(8).joined(separator: ", "))"
    let saving: Message = SavedLocation.isName(name) ? " \(name) \(.at, "LAT,LNG")" : ""
    return .usage(
      """
      There is no location \(quoted: name)\(known). \(.at) takes a point such as 37.4979,127.0276, or a saved location\
      \(terminal: " (`placefind here\(saving)`)"). To search by name, use \(.near, value: name).
      """
    )
  }
}
