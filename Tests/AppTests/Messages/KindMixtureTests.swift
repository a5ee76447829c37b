import Domain
import Testing

@testable import App

/// The notice that a word means a group.
struct KindMixtureTests {
  private func places(_ kinds: [(kind: String?, path: String, count: Int)]) -> [FoundPlace] {
    kinds.flatMap { kind, path, count in
      let place = Place(
        id: path,
        name: "a",
        coordinate: .gangnam,
        group: .hospital,
        kind: kind.flatMap { Kind(slug: $0) },
        categoryPath: path
      )
      return Array(repeating: FoundPlace(place: place, distance: nil), count: count)
    }
  }

  @Test func `doctors among hospitals are named, with the tag for hospitals alone`() {
    let places = places([
      (nil, "amenity=hospital", 14), ("doctor", "amenity=doctors", 31), (nil, "amenity=clinic", 20),
      ("dentist", "amenity=dentist", 8),
    ])
    let mixture = KindMixture(places, of: [.group(.hospital)])
    #expect(
      mixture?.sentence(option: "-c ")
        == "hospital includes doctor (31), clinic (20) and dentist (8): 59 of 73 places. "
        + "For hospital alone, use -c amenity=hospital."
    )
    #expect(KindMixture(places, of: [PlaceCategory(word: "dentist")]) == nil)
    #expect(KindMixture(places, of: [.group(.hospital), .group(.gas)]) == nil)
  }

  @Test func `without tags the kinds are named alone`() {
    let places = places([(nil, "health_care > hospital", 5), ("dentist", "health_care > dental_clinic", 1)])
    #expect(
      KindMixture(places, of: [.group(.hospital)])?.sentence(option: "-c ")
        == "hospital includes dentist (1): 1 of 6 places."
    )
  }

  @Test(arguments: [(9, 1, false), (8, 1, true), (0, 0, false), (5, 0, false)])
  func `more than a tenth must be of another kind`(hospitals: Int, dentists: Int, isMixed: Bool) {
    let places = places([
      (nil, "amenity=hospital", hospitals), ("dentist", "amenity=dentist", dentists),
      ("general-hospital", "amenity=hospital", 0),
    ])
    #expect((KindMixture(places, of: [.group(.hospital)]) != nil) == isMixed)
  }
}
