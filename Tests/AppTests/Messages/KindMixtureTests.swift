import Domain
import Testing

@testable import App

/// The notice that a word means a group.
struct KindMixtureTests {
  private func places(
    _ kinds: [(kind: String?, path: String, count: Int)],
    in group: CategoryGroup = .hospital
  ) -> [FoundPlace] {
    kinds.flatMap { kind, path, count in
      let place = Place(
        id: path,
        name: "a",
        coordinate: .gangnam,
        group: group,
        kind: kind.flatMap { Kind(slug: $0) },
        categoryPath: path
      )
      return Array(repeating: FoundPlace(place: place, distance: nil), count: count)
    }
  }

  private func sentences(
    _ places: [FoundPlace],
    of words: String = "hospital",
    source: Source = .index
  ) -> [String] {
    var mixture = KindMixture()
    mixture.count(places, of: words.split(separator: ",").map { PlaceCategory(word: String($0)) })
    return mixture.notices(source).map(\.text)
  }

  @Test func `doctors among hospitals are named, with the tag for hospitals alone`() {
    let places = places([
      (nil, "amenity=hospital", 14), ("doctor", "amenity=doctors", 31), (nil, "amenity=clinic", 20),
      ("dentist", "amenity=dentist", 8),
    ])
    #expect(
      sentences(places) == [
        "hospital includes doctor (31), clinic (20) and dentist (8): 59 of 73 places. "
          + "For hospital alone, use -c amenity=hospital."
      ]
    )
    #expect(sentences(places, of: "dentist").isEmpty)
    #expect(sentences(places, of: "hospital,gas").count == 1)
  }

  @Test func `a kind that is named next to the group is not another kind`() {
    let places = places([(nil, "amenity=hospital", 5), ("dentist", "amenity=dentist", 5)])
    #expect(sentences(places, of: "hospital,dentist").isEmpty)
  }

  @Test func `a place with two tags counts as the one that its group was searched for`() {
    let places =
      places(
        [(nil, "amenity=restaurant", 1), ("hotel", "amenity=restaurant", 1), ("bar", "amenity=pub;restaurant", 1)],
        in: .restaurant
      )
      + self.places([("fast-food", "amenity=fast_food", 1), ("hotel", "amenity=fast_food", 1)], in: .restaurant)
      + self.places([("bar", "amenity=cafe;bar", 1), (nil, "amenity=cafe", 1)], in: .cafe)
    let notice =
      "restaurant includes fast-food (2) and bar (1): 3 of 7 places. "
      + "For restaurant alone, use -c amenity=restaurant."
    #expect(sentences(places, of: "restaurant") == [notice])
    #expect(sentences(places, of: "restaurant,cafe").map { $0.contains(" of 5 places") } == [true])
    #expect(sentences(places, of: "restaurant,bank").map { $0.contains(" of 6 places") } == [true])
  }

  @Test func `without tags the category of the data finds the word's own places alone`() {
    let places = places([
      (nil, "Hospital", 3), (nil, "clinic", 1), ("general-hospital", "종합병원", 2), ("dentist", "tandarts", 1),
    ])
    #expect(
      sentences(places) == [
        "hospital includes clinic (1) and dentist (1): 2 of 7 places. "
          + "For hospital alone, use -c category_name=Hospital,general-hospital."
      ]
    )
    let nested = self.places([(nil, "health_care > hospital", 5), ("dentist", "health_care > dental_clinic", 1)])
    #expect(
      sentences(nested) == [
        "hospital includes dentist (1): 1 of 6 places. "
          + "For hospital alone, use -c 'health_care > hospital'."
      ]
    )
  }

  @Test func `a word whose places are all of one kind leads to that kind`() {
    let places = places([("hotel", "a", 3), ("motel", "b", 1)], in: .lodging)
    #expect(
      sentences(places, of: "lodging") == [
        "lodging includes hotel (3) and motel (1): 4 of 4 places. For one kind alone, use -c hotel."
      ]
    )
  }

  @Test func `a service without a search by its own categories leads to one kind`() {
    let places = places([("dentist", "의료,건강 > 병원 > 치과", 2), (nil, "의료,건강 > 병원", 2)])
    #expect(
      sentences(places, source: .kakao) == [
        "hospital includes dentist (2): 2 of 4 places. For one kind alone, use -c dentist."
      ]
    )
  }

  @Test(arguments: [(9, 1, false), (8, 1, true), (0, 0, false), (5, 0, false)])
  func `more than a tenth must be of another kind`(hospitals: Int, dentists: Int, isMixed: Bool) {
    let places = places([
      (nil, "amenity=hospital", hospitals), ("dentist", "amenity=dentist", dentists),
      ("general-hospital", "amenity=hospital", 0),
    ])
    #expect(sentences(places).isEmpty != isMixed)
  }

  @Test func `counts of several results add up`() {
    var mixture = KindMixture()
    for _ in 0..<3 {
      var other = KindMixture()
      other.count(places([(nil, "amenity=bank", 1), ("atm", "amenity=atm", 1)], in: .bank), of: [.group(.bank)])
      mixture.add(other)
    }
    #expect(
      mixture.notices(.index, option: .nearest, isSample: true).map(\.text) == [
        "bank includes atm (3): 3 of the 6 places checked. For bank alone, use --nearest amenity=bank."
      ]
    )
  }
}
