/// Which categories of Foursquare's OS Places belong to which of the 18 groups; maintained by hand.
///
/// A label is a path, `Dining and Drinking > Bakery`; the narrowest of its levels that is listed here counts, so a level
/// stands for everything below it. `nil` takes a branch out again. Names are compared without regard to case.
/// Source: the category labels of Foursquare OS Places 2025-04 (docs.foursquare.com, "Categories").
package enum FoursquareVocabulary {
  /// The levels of each group, separated by white space; `_` stands for a blank, `nil` for categories of no group.
  package static let steps: [(group: CategoryGroup?, names: String)] = [
    (.restaurant, "Dining_and_Drinking Night_Club"),
    (.cafe, "Cafe,_Coffee,_and_Tea_House Café Cafe Coffee_Shop Coffee_Roaster Tea_Room Bubble_Tea_Shop Juice_Bar"),
    (nil, "Internet_Cafe Cafeteria_Supplier Cat_Cafe"),
    (.supermarket, "Supermarket Grocery_Store Big_Box_Store Warehouse_or_Wholesale_Store"),
    (.convenience, "Convenience_Store"),
    (.kindergarten, "Preschool Daycare Nursery_School Child_Care_Service"),
    (
      .school,
      """
      Primary_and_Secondary_School Elementary_School Middle_School High_School Private_School Public_School
      Charter_School Religious_School College_and_University University
      """
    ),
    (
      .academy,
      """
      Language_School Music_School Driving_School Cooking_School Dance_Studio Art_School Tutoring_Service Trade_School
      Test_Preparation_Center Computer_Training_School Flight_School Bartending_School
      """
    ),
    (.parking, "Parking"),
    (.gas, "Fuel_Station Gas_Station Electric_Vehicle_Charging_Station EV_Charging_Station Truck_Stop"),
    (.subway, "Metro_Station Light_Rail_Station"),
    (.bank, "Bank Credit_Union ATM"),
    (
      .culture,
      """
      Museum Art_Gallery Movie_Theater Performing_Arts_Venue Theater Music_Venue Concert_Hall Opera_House Library
      Cultural_Center Community_Center Planetarium Exhibit Convention_Center
      """
    ),
    (.realtor, "Real_Estate_Agency Real_Estate_Agent Real_Estate_Service"),
    (
      .public,
      """
      Government_Building Government_Department City_Hall Town_Hall Courthouse Embassy_or_Consulate
      Law_Enforcement_and_Public_Safety Police_Station Fire_Station Post_Office
      """
    ),
    (
      .attraction,
      """
      Monument Castle Palace Historic_and_Protected_Site Scenic_Lookout Beach Botanical_Garden Garden Fountain
      Lighthouse Memorial_Site National_Park State_or_Provincial_Park Nature_Preserve Mountain Waterfall Cave Lake
      Hot_Spring Plaza Zoo Aquarium Amusement_Park Water_Park Public_Art
      """
    ),
    (.lodging, "Lodging Hotel Motel Hostel Inn Resort Bed_and_Breakfast Vacation_Rental Campground Cabin Lodge"),
    (
      .hospital,
      """
      Hospital Medical_Center Physician Doctor's_Office Dentist Urgent_Care_Center Emergency_Service Emergency_Room
      Acupuncture_Clinic Chiropractor Women's_Health_Clinic Alternative_Medicine_Clinic Maternity_Clinic
      Medical_Clinic Psychiatrist Podiatrist
      """
    ),
    (.pharmacy, "Pharmacy Drugstore"),
    (nil, "Animal_Hospital Veterinarian Department_Store Park Rail_Station Train_Station"),
  ]

  /// The levels of one entry.
  package static func levels(_ names: String) -> [String] {
    names.split(whereSeparator: \.isWhitespace).map { String($0.map { $0 == "_" ? " " : $0 }) }
  }
}
