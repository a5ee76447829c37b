/// Which Overture categories belong to which of the 18 groups; maintained by hand.
///
/// A category is a leaf or a branch of the taxonomy; a branch stands for all leaves below it that a place's own
/// `taxonomy.hierarchy` shows; leaves are listed as well, because older places name only their leaf. `*_restaurant`
/// stands for every name with that ending. Categories that are not listed belong to no group. The names of the releases
/// from 2023-07 to 2026-04 are listed side by side. The groups follow Kakao's, as for OSM tags: bars and bakeries are
/// food, a grocery is a supermarket, a cash machine is a bank; department stores, town parks and trains belong to none.
/// Source: OvertureMaps/schema, overture_categories.csv (2 117 categories) and the taxonomy of 2025-12 (read 2026-11-21).
package enum OvertureVocabulary {
  /// The categories of each group, separated by white space.
  package static let categories: [(group: CategoryGroup, names: String)] = [
    (
      .supermarket,
      """
      supermarket superstore grocery_store wholesale_store warehouse_club asian_grocery_store ethical_grocery
      indian_grocery_store international_grocery_store japanese_grocery_store korean_grocery_store
      kosher_grocery_store mexican_grocery_store organic_grocery_store russian_grocery_store specialty_grocery_store
      """
    ),
    (.convenience, "convenience_store"),
    (.kindergarten, "preschool day_care_preschool child_care_and_day_care child_care_or_day_care kindergarten"),
    (
      .school,
      """
      school charter_school elementary_school high_school middle_school montessori_school private_school public_school
      religious_school waldorf_school secondary_school college_university campus_building architecture_schools
      architecture_school business_schools business_school engineering_schools engineering_school law_schools
      law_school medical_sciences_schools medical_school dentistry_schools pharmacy_schools veterinary_schools
      science_schools nursing_school
      """
    ),
    (
      .academy,
      """
      specialty_school tutoring_center civil_examinations_academy private_tutor test_preparation art_school
      bartending_school cheerleading circus_school computer_coaching cooking_school cosmetology_school dance_school
      drama_school driving_school dui_school flight_school food_safety_training language_school massage_school
      music_school photography_classes speech_training sports_school traffic_school vocational_and_technical_school
      tutoring_service
      """
    ),
    (.parking, "parking parking_lot parking_garage park_and_rides park_and_ride"),
    (
      .gas,
      """
      gas_station truck_gas_station fuel_dock fueling_station truck_stop ev_charging_station
      electric_vehicle_charging_station
      """
    ),
    (.subway, "metro_station light_rail_and_subway_stations light_rail_and_subway_station"),
    (.bank, "bank banks atm atms bank_credit_union bank_or_credit_union credit_union"),
    (
      .culture,
      """
      museum *_museum art_gallery cinema movie_theater drive_in_theater outdoor_movies theatre
      theaters_and_performance_venues theatre_venue performing_arts performing_arts_venue opera_and_ballet
      topic_concert_venue music_venue auditorium dinner_theater planetarium observatory library cultural_center
      community_center exhibition_and_trade_center
      """
    ),
    (.realtor, "real_estate_agent apartment_agent real_estate_agency"),
    (
      .public,
      """
      government_office government_services central_government_office federal_government_offices
      federal_government_office local_and_state_government_offices local_and_state_government_office town_hall
      civic_center courthouse embassy fire_department fire_station police_department police_station law_enforcement
      post_office tax_office registry_office office_of_vital_records immigration_and_naturalization
      department_of_motor_vehicles department_of_social_service social_security_services unemployment_office
      health_department
      """
    ),
    (
      .attraction,
      """
      landmark_and_historical_building historic_site architectural_landmark monument castle palace fort ruin
      lighthouse lookout scenic_viewpoint sculpture_statue fountain plaza public_plaza national_park state_park
      botanical_garden nature_reserve wildlife_sanctuary amusement_attraction amusement_park water_park
      animal_attraction zoo petting_zoo aquarium attraction_farm beach canyon cave crater lake mountain sand_dune
      waterfall hot_springs natural_hot_springs hiking_trail
      """
    ),
    (
      .lodging,
      """
      accommodation lodging private_lodging hotel motel hostel inn lodge resort beach_resort ski_resort
      bed_and_breakfast guest_house cabin cottage country_house holiday_rental_home holiday_park houseboat
      service_apartments self_catering_accommodation campground rv_park mountain_huts mountain_hut health_retreats
      health_retreat agriturismo agriturism ryokan
      """
    ),
    (
      .restaurant,
      """
      eat_and_drink food_and_drink eating_drinking_location restaurant *_restaurant casual_eatery acai_bowls bistro
      brasserie cafeteria canteen dance_club diner doner_kebab empanadas baguettes food_court gastropub pancake_house
      salad_bar soul_food steakhouse supper_club tapas_bar bar airport_lounge beach_bar beer_bar beer_garden brewery
      champagne_bar cidery cigar_bar cocktail_bar dive_bar drive_thru_bar gay_bar hookah_bar hotel_bar irish_pub
      kombucha lounge milk_bar milkshake_bar piano_bar pub sake_bar speakeasy sports_bar sugar_shack tabac tiki_bar
      vermouth_bar whiskey_bar wine_bar bagel_shop bakery flatbread patisserie_cake_shop chimney_cake_shop
      cupcake_shop custom_cakes_shop desserts dessert_shop donuts food_stand food_truck friterie
      ice_cream_and_frozen_yoghurt gelato gelato_shop ice_cream_shop frozen_yoghurt_shop frozen_yogurt_shop
      shaved_ice_shop shaved_snow_shop macarons pie_shop pizza_delivery_service pretzels sandwich_shop delicatessen
      smokehouse
      """
    ),
    (
      .cafe,
      """
      cafe coffee_shop coffee_roastery hong_kong_style_cafe tea_room tea_house bubble_tea bubble_tea_shop
      smoothie_juice_bar juice_bar
      """
    ),
    (
      .hospital,
      """
      hospital childrens_hospital medical_center emergency_room emergency_medicine urgent_care_clinic walk_in_clinic
      public_health_clinic community_health_center womens_health_clinic eye_care_clinic dialysis_clinic sperm_clinic
      abortion_clinic storefront_clinic mobile_clinic bulk_billing clinic_or_treatment_center surgical_center
      cancer_treatment_center maternity_centers laser_eye_surgery_lasik rehabilitation_center alternative_medicine
      acupuncture traditional_chinese_medicine osteopath osteopathic_physician chiropractor dentist cosmetic_dentist
      endodontist general_dentistry oral_surgeon orthodontist pediatric_dentist periodontist prosthodontist doctor
      allergist anesthesiologist cardiologist cosmetic_surgeon dermatologist ear_nose_and_throat endocrinologist
      endoscopist family_practice fertility gastroenterologist geneticist geriatric_medicine geriatric_psychiatry
      gerontologist hematology hepatologist homeopathic_medicine hospitalist immunodermatologist
      infectious_disease_specialist internal_medicine naturopathic_holistic nephrologist neurologist neuropathologist
      neurotologist obstetrician_and_gynecologist oncologist ophthalmologist orthopedist otologist pain_management
      pathologist phlebologist plastic_surgeon podiatrist podiatry preventive_medicine proctologist psychiatrist
      child_psychiatrist pulmonologist radiologist retina_specialist rheumatologist spine_surgeon sports_medicine
      surgeon cardiovascular_and_thoracic_surgeon toxicologist tropical_medicine undersea_hyperbaric_medicine
      urologist vascular_medicine pediatrician pediatric_anesthesiology pediatric_cardiology pediatric_endocrinology
      pediatric_gastroenterology pediatric_infectious_disease pediatric_nephrology pediatric_neurology
      pediatric_oncology pediatric_orthopedic_surgery pediatric_pulmonology pediatric_radiology pediatric_surgery
      """
    ),
    (.pharmacy, "pharmacy drugstore"),
  ]
}
