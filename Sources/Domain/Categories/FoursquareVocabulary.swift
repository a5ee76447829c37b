/// Which categories of Foursquare's OS Places belong to which of the 18 groups; maintained by hand.
///
/// A label is a path, `Dining and Drinking > Bakery`; the narrowest of its levels that is listed here counts, so a level
/// stands for everything below it. `nil` takes a branch out again. Names are compared without regard to case.
/// Source: the category labels of Foursquare OS Places 2025-04 (docs.foursquare.com, "Categories").
package enum FoursquareVocabulary {
  /// The levels of each group, one per line; `nil` for categories of no group.
  package static let steps: [(group: CategoryGroup?, names: String)] = [
    (
      .restaurant,
      """
      Dining and Drinking
      Night Club
      """
    ),
    (
      .cafe,
      """
      Cafe, Coffee, and Tea House
      Café
      Cafe
      Coffee Shop
      Coffee Roaster
      Tea Room
      Bubble Tea Shop
      Juice Bar
      """
    ),
    (nil, "Internet Cafe\nCafeteria Supplier\nCat Cafe"),
    (
      .supermarket,
      """
      Supermarket
      Grocery Store
      Big Box Store
      Warehouse or Wholesale Store
      """
    ),
    (.convenience, "Convenience Store"),
    (.kindergarten, "Preschool\nDaycare\nNursery School\nChild Care Service"),
    (
      .school,
      """
      Primary and Secondary School
      Elementary School
      Middle School
      High School
      Private School
      Public School
      Charter School
      Religious School
      College and University
      University
      """
    ),
    (
      .academy,
      """
      Language School
      Music School
      Driving School
      Cooking School
      Dance Studio
      Art School
      Tutoring Service
      Trade School
      Test Preparation Center
      Computer Training School
      Flight School
      Bartending School
      """
    ),
    (.parking, "Parking"),
    (
      .gas,
      """
      Fuel Station
      Gas Station
      Electric Vehicle Charging Station
      EV Charging Station
      Truck Stop
      """
    ),
    (.subway, "Metro Station\nLight Rail Station"),
    (.bank, "Bank\nCredit Union\nATM"),
    (
      .culture,
      """
      Museum
      Art Gallery
      Movie Theater
      Performing Arts Venue
      Theater
      Music Venue
      Concert Hall
      Opera House
      Library
      Cultural Center
      Community Center
      Planetarium
      Exhibit
      Convention Center
      """
    ),
    (.realtor, "Real Estate Agency\nReal Estate Agent\nReal Estate Service"),
    (
      .public,
      """
      Government Building
      Government Department
      City Hall
      Town Hall
      Courthouse
      Embassy or Consulate
      Law Enforcement and Public Safety
      Police Station
      Fire Station
      Post Office
      """
    ),
    (
      .attraction,
      """
      Monument
      Castle
      Palace
      Historic and Protected Site
      Scenic Lookout
      Beach
      Botanical Garden
      Garden
      Fountain
      Lighthouse
      Memorial Site
      National Park
      State or Provincial Park
      Nature Preserve
      Mountain
      Waterfall
      Cave
      Lake
      Hot Spring
      Plaza
      Zoo
      Aquarium
      Amusement Park
      Water Park
      Public Art
      """
    ),
    (
      .lodging,
      """
      Lodging
      Hotel
      Motel
      Hostel
      Inn
      Resort
      Bed and Breakfast
      Vacation Rental
      Campground
      Cabin
      Lodge
      """
    ),
    (
      .hospital,
      """
      Hospital
      Medical Center
      Physician
      Doctor's Office
      Dentist
      Urgent Care Center
      Emergency Service
      Emergency Room
      Acupuncture Clinic
      Chiropractor
      Women's Health Clinic
      Alternative Medicine Clinic
      Maternity Clinic
      Medical Clinic
      Psychiatrist
      Podiatrist
      """
    ),
    (.pharmacy, "Pharmacy\nDrugstore"),
    (nil, "Animal Hospital\nVeterinarian\nDepartment Store\nPark\nRail Station\nTrain Station"),
  ]
}
