/// One page that an area search needs.
struct AreaRequest: Sendable {
  /// What the answer is for.
  enum Purpose: Sendable {
    /// A cell, by the number of its visit.
    case cell(Int)
    /// How far the places on a spot are from the centre.
    case distance
    /// Whether the count of a spot agrees with the places that are known there.
    case count(AreaCell)
    /// How the service takes a radius.
    case rule(RadiusTrial)
    /// How many places the service counts in the whole area by now.
    case recount
  }

  /// What the answer is for.
  let purpose: Purpose
  /// Where to look.
  let scope: KakaoSearch.Scope
  /// The number of the page, from 1.
  let page: Int
  /// Whether the nearest to the origin come first.
  let sortsByDistance: Bool
}
