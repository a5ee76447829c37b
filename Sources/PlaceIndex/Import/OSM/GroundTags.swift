import Domain
import Tables

/// The kind and name of an element that is part of the ground.
struct GroundTags {
  let kind: Ground.Kind
  let name: ByteView

  /// A key that decides whether an element is part of the ground.
  enum Key: UInt8 {
    case area = 1
    case highway
    case landuse
    case leisure
    case name
    case natural
    case railway
    case service
    case tunnel
    case waterway
  }

  /// Returns the key that a text equals; `nil` for other texts.
  static func key(_ text: ByteView) -> Key? {
    guard 4...8 ~= text.count else { return nil }
    switch text.byte(at: 0) {
    case UInt8(ascii: "a"): return text.equals("area") ? .area : nil
    case UInt8(ascii: "h"): return text.equals("highway") ? .highway : nil
    case UInt8(ascii: "l"): return text.equals("landuse") ? .landuse : text.equals("leisure") ? .leisure : nil
    case UInt8(ascii: "n"): return text.equals("name") ? .name : text.equals("natural") ? .natural : nil
    case UInt8(ascii: "r"): return text.equals("railway") ? .railway : nil
    case UInt8(ascii: "s"): return text.equals("service") ? .service : nil
    case UInt8(ascii: "t"): return text.equals("tunnel") ? .tunnel : nil
    case UInt8(ascii: "w"): return text.equals("waterway") ? .waterway : nil
    default: return nil
    }
  }

  /// Returns the kind of elements with a tag; `nil` if they aren't ground.
  static func kind(_ key: Key, _ value: ByteView) -> Ground.Kind? {
    func isAny(_ values: StaticString...) -> Bool { values.contains { value.equals(ByteView($0)) } }
    switch key {
    case .highway:
      if isAny("residential", "unclassified", "living_street", "pedestrian", "road") { return .street }
      if isAny("service") { return .service }
      if isAny("tertiary", "tertiary_link") { return .tertiary }
      if isAny("secondary", "secondary_link") { return .secondary }
      if isAny("primary", "primary_link") { return .primary }
      if isAny("trunk", "trunk_link") { return .trunk }
      return isAny("motorway", "motorway_link") ? .motorway : nil
    case .railway: return isAny("rail", "light_rail", "subway", "narrow_gauge", "monorail") ? .rail : nil
    case .waterway:
      if isAny("river", "canal") { return .waterway }
      return isAny("riverbank", "dock") ? .water : nil
    case .natural:
      if isAny("water") { return .water }
      if isAny("coastline") { return .coastline }
      return isAny("wood") ? .park : nil
    case .landuse:
      if isAny("reservoir", "basin") { return .water }
      return isAny("grass", "forest", "cemetery", "recreation_ground", "village_green") ? .park : nil
    case .leisure: return isAny("park", "garden", "golf_course") ? .park : nil
    case .area, .name, .service, .tunnel: return nil
    }
  }
}

/// The ground in the tags of an element, which are read one after the other.
struct GroundTagReader {
  private var kind: Ground.Kind?
  private var name = ByteView.empty
  private var isTunnel = false
  private var isSquare = false
  private var isDriveway = false

  mutating func take(_ key: GroundTags.Key, _ text: ByteView) {
    switch key {
    case .name: name = text
    case .tunnel: isTunnel = !text.equals("no")
    case .area: isSquare = text.equals("yes")
    case .service: isDriveway = ["driveway", "parking_aisle", "drive-through"].contains { text.equals(ByteView($0)) }
    // An island may be a park as well, but without its coastline, it would be in the sea.
    default: if kind != .coastline { kind = GroundTags.kind(key, text) ?? kind }
    }
  }

  /// The ground; `nil` if the element isn't ground.
  var tags: GroundTags? {
    guard let kind, kind.isRoad || !isTunnel, !kind.isRoad || !isSquare, kind != .service || !isDriveway else {
      return nil
    }
    return GroundTags(kind: kind, name: UTF8Check.isValid(name) ? name : .empty)
  }
}

extension ElementReader {
  /// Returns the ground in the tags in ``keys`` and ``values``; `nil` if the element isn't ground.
  func groundTags() throws(SyntaxError) -> GroundTags? {
    guard block.hasGroundKeys else { return nil }
    var key = keys.reader
    var value = values.reader
    var tags = GroundTagReader()
    while !key.isAtEnd, !value.isAtEnd {
      let own = block.groundKey(try key.number())
      let number = try value.number()
      guard let own else { continue }
      tags.take(own, try block.text(number))
    }
    return tags.tags
  }
}
