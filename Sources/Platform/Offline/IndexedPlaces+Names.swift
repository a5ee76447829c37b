import Domain
import PlaceIndex

extension IndexedPlaces: LocateTextUseCase {
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    do throws(IndexFileError) {
      let found = try index.places(named: text, limit: limit)
      return LocatedPlaces(
        candidates: found.places,
        totalCount: found.totalCount,
        similarNames: found.places.isEmpty ? try index.names(similarTo: text, limit: 3) : [],
        provenance: ownProvenance
      )
    } catch {
      throw PlaceSearchError(error)
    }
  }
}

extension IndexedPlaces: DescribeCoordinateUseCase {
  /// The maximum distance of the place whose address is given.
  private static let maximumDistanceInMeters = 2_000.0

  /// Returns the address of the nearest place that has one: an index knows no others.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    var address = CoordinateAddress(coordinate: coordinate, provenance: ownProvenance)
    let found: FoundPlace?
    do throws(IndexFileError) {
      found = try index.nearestPlace(to: coordinate, within: Self.maximumDistanceInMeters) {
        $0.roadAddress != nil || $0.lotAddress != nil
      }
    } catch {
      throw PlaceSearchError(error)
    }
    address.lotAddress = found?.place.lotAddress
    address.roadAddress = found?.place.roadAddress
    address.nearest = found
    return address
  }
}

extension IndexedPlaces {
  /// Returns the place with an id.
  func place(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    do throws(IndexFileError) {
      return try index.place(withID: id).map {
        RecalledPlace(FoundPlace(place: $0, distance: nil), from: nil, provenance: ownProvenance, origin: .index)
      }
    } catch {
      throw PlaceSearchError(error)
    }
  }
}
