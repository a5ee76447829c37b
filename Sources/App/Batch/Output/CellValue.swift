/// The value of a column of a row; `nil` leaves the cell empty.
enum CellValue: Sendable {
  case text(String?)
  case number(Double?)
  case integer(Int?)
}
