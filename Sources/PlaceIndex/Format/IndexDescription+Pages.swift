import Domain
import Rows

/// An input that is a page of a service's result, according to its remark.
private struct RemarkedPage {
  /// The end of the remark of a page that was compared with the other pages: all of them are different.
  static let mark = ", compared"

  let total: PageSigns.Total
  let rowCount: Int
  /// The remark without the mark.
  let remark: String
  let isCompared: Bool

  /// Reads a remark; `nil` if it isn't a total and a number of rows.
  init?(_ input: IndexInput) {
    guard let text = input.remark else { return nil }
    isCompared = text.hasSuffix(Self.mark)
    remark = isCompared ? String(text.dropLast(Self.mark.count)) : text
    guard let (total, rowCount) = PageSigns.page(ofShortage: remark) else { return nil }
    self.total = total
    self.rowCount = rowCount
  }
}

/// The inputs that are pages of a service's result.
extension IndexDescription {
  /// The inputs, without the remarks of pages that are a whole result together.
  ///
  /// The remarks stay in the file, because one of the pages may be removed later.
  var settledInputs: [IndexInput] {
    // Every query asks, and few indexes have a page.
    guard inputs.contains(where: { $0.remark != nil }) else { return inputs }
    let pages = inputs.map(RemarkedPage.init)
    return zip(inputs, pages).map { input, page in
      guard let page else { return input }
      var input = input
      let rowCount = pages.reduce(0) { count, other in
        guard let other, other.isCompared, other.total == page.total else { return count }
        return count + other.rowCount
      }
      input.remark = page.isCompared && rowCount == page.total.count ? nil : page.remark
      return input
    }
  }

  /// Marks inputs as pages that were compared with each other.
  mutating func markPages(_ numbers: [Int]) {
    for number in numbers {
      guard let page = RemarkedPage(inputs[number]) else { continue }
      inputs[number].remark = page.remark + RemarkedPage.mark
    }
  }

  /// The numbers of the inputs that have as many rows as their total together, for each total.
  var possiblePages: [[Int]] {
    var pages: [(total: PageSigns.Total, numbers: [Int], rowCount: Int)] = []
    for (number, input) in inputs.enumerated() {
      guard let page = RemarkedPage(input) else { continue }
      let index = pages.firstIndex { $0.total == page.total } ?? pages.count
      if index == pages.count { pages.append((page.total, [], 0)) }
      pages[index].numbers.append(number)
      pages[index].rowCount += page.rowCount
    }
    return pages.filter { $0.rowCount == $0.total.count && $0.numbers.count > 1 }.map(\.numbers)
  }
}
