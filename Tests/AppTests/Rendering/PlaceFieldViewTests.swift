import Domain
import Testing

@testable import App

struct PlaceFieldViewTests {
  @Test func `a column has the label of the field that it shows`() {
    for field in PlaceField.allCases {
      guard let display = field.display else { continue }
      #expect(!display.views.isEmpty && !display.label.isEmpty, "\(field)")
      if let better = display.better?.display { #expect(better.views.isSuperset(of: display.views), "\(field)") }
    }
  }

  @Test func `lists, cards and pages show the fields in one order`() {
    #expect(PlaceField.columns(on: .list).map(\.field) == [.placeName, .category, .roadAddressName, .phone])
    #expect(PlaceField.columns(on: .page).map(\.field) == [.placeName, .category, .roadAddressName, .phone])
    #expect(PlaceField.columns(on: .list)[2].others == [.addressName])
    #expect(
      PlaceField.shown(on: .card) == [.categoryName, .roadAddressName, .addressName, .phone, .placeURL, .id]
    )
  }
}
