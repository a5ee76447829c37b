import Domain
import Rows
import Synchronization

/// Decides whether places are open at the time of a query.
final class OpeningFilter: Sendable {
  private let condition: OpeningCondition
  private let table: OpeningTable
  private let content: IndexContent
  /// The states of hours that don't repeat weekly, by the numbers of their value and zone.
  private let states = Mutex<[Int: OpeningState]>([:])

  init(_ condition: OpeningCondition, in content: IndexContent) throws(IndexHeader.FormatError) {
    self.condition = condition
    self.content = content
    table = try content.openings
  }

  /// Returns whether the place at a position satisfies the condition.
  func contains(_ position: UInt32) -> Bool { condition.accepts(state(at: position)) }

  /// Returns the opening of a place in a result.
  func opening(of place: Place) -> PlaceOpening {
    let locality = table.locality(at: place.coordinate, inZone: condition.zone).locality
    let range = place.text.attributeRange(of: Array(OpeningCondition.key.utf8))
    let text = String(decoding: place.text.utf8[range], as: UTF8.self)
    guard let hours = OpeningHours(text), let minute = minute(in: locality) else { return .unknown }
    let status = hours.status(at: minute, in: locality)
    return PlaceOpening(status, at: minute, since: condition.moment, in: locality.zone)
  }

  /// Returns the local time of the condition; `nil` if the zone of a place isn't known.
  private func minute(in locality: Locality) -> Int? {
    if case .local(let time) = condition.time { return time.minute }
    return condition.moment.flatMap { locality.zone?.localMinute(atSecondsSince1970: $0) }
  }

  private func state(at position: UInt32) -> OpeningState {
    guard let (hours, number) = table.hours(at: position, in: content) else { return .unknown }
    let (latitude, longitude) = PlaceReader(content: content).coordinates(at: position)
    let coordinate = Coordinate(validLatitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    let (locality, zone) = table.locality(at: coordinate, inZone: condition.zone)
    guard let minute = minute(in: locality) else { return .unknown }
    switch hours {
    case .unreadable: return .unknown
    case .weekly(let week): return week.state(at: minute)
    case .other(let hours):
      guard !hours.usesSun else { return hours.state(at: minute, in: locality) }
      let key = number << 10 | zone
      return states.withLock { states in
        if let state = states[key] { return state }
        let state = hours.state(at: minute, in: locality)
        states[key] = state
        return state
      }
    }
  }
}
