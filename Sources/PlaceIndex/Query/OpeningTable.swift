import Domain
import Synchronization
import System

/// The opening hours of an index, and the zones of its places, read when a query needs them.
///
/// Each distinct text is parsed once, and hours that repeat weekly become a set of bits.
final class OpeningTable: Sendable {
  /// The evaluated hours of a value.
  enum Hours: Sendable {
    case unreadable
    case weekly(WeekOfStates)
    case other(OpeningHours)
  }

  private struct Zone: Sendable {
    let number: Int
    let rules: TimeZoneRules?
    let holidays: HolidayCalendar?
  }

  /// A zone of the table, with the name that replaces it.
  private struct ZoneKey: Hashable {
    let zone: TimeZoneTable.Zone?
    let name: String?
  }

  private let zones = TimeZoneTable()
  /// The values of the key in each segment.
  private let values: [Range<Int>]
  private let knownZones = Mutex<[ZoneKey: Zone]>([:])
  private let knownHours = Mutex<[Int: Hours]>([:])

  init(of content: IndexContent) throws(IndexHeader.FormatError) {
    var values: [Range<Int>] = []
    for segment in content.segments { values.append(try segment.attributes.numbers(ofKey: OpeningCondition.key)) }
    self.values = values
  }

  /// Returns the locality of a coordinate, and the number of its zone.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate.
  ///   - name: The name of another zone for its clocks, or their offset from UTC.
  /// - Returns: The locality, and the number.
  func locality(at coordinate: Coordinate, inZone name: String?) -> (locality: Locality, zone: Int) {
    let key = ZoneKey(zone: zones.zone(at: coordinate), name: name)
    let found = knownZones.withLock { known in
      if let found = known[key] { return found }
      let found = Zone(
        number: known.count,
        rules: (name ?? key.zone?.name).flatMap(Self.rules),
        holidays: key.zone.flatMap { HolidayCalendar(country: $0.country) }
      )
      known[key] = found
      return found
    }
    return (Locality(coordinate: coordinate, holidays: found.holidays, zone: found.rules), found.number)
  }

  private static func rules(of name: String) -> TimeZoneRules? {
    TimeZoneRules(offset: name) ?? ZoneFile.bytes(named: name).flatMap(TimeZoneRules.init)
  }

  /// Returns the hours of a place and their number in the index; `nil` if it has none.
  func hours(at position: UInt32, in content: IndexContent) -> (hours: Hours, number: Int)? {
    let segment = content.segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    guard segment < values.count, !values[segment].isEmpty,
      let value = content.value(among: values[segment], at: position)
    else { return nil }
    let number = segment << 32 | value
    return knownHours.withLock { known in
      if let hours = known[number] { return (hours, number) }
      let hours = Self.hours(ofValue: value, in: content.segments[segment])
      known[number] = hours
      return (hours, number)
    }
  }

  private static func hours(ofValue value: Int, in segment: Segment) -> Hours {
    var text: String?
    // A damaged list has unknown hours.
    try? segment.attributes.forEachValue(of: value..<value + 1) { _, found, _ in text = found }
    guard let hours = text.flatMap(OpeningHours.init) else { return .unreadable }
    return WeekOfStates(hours).map(Hours.weekly) ?? .other(hours)
  }
}
