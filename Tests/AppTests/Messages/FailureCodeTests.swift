import Foundation
import Testing

@testable import App

struct FailureCodeTests {
  /// The codes for scripts, by exit status and by whether retrying may help.
  private static let words: [(status: Int32, isRetryable: Bool, words: String)] = [
    (
      1, false,
      """
      checks_failed file_exists file_failed file_is_directory file_too_large file_unreadable \
      input_unreadable network_not_set_up out_of_memory output_failed output_locked output_replaced \
      page_not_opened store_failed unexpected
      """
    ),
    (
      1, true,
      "fetch_running output_busy"
    ),
    (
      2, false,
      """
      archive_unusable batch_too_large columns_ambiguous columns_missing configuration coordinates_invalid \
      shape_invalid condition_invalid coordinates_missing encoding_unreadable endpoint_unusable fetch_too_large format_unknown \
      format_unreadable grid_unknown header_missing input_last input_unknown input_unusable limit_invalid \
      near_invalid nothing_to_look_for output_is_input output_is_output output_not_records \
      output_not_resumable output_of_other_questions output_of_other_source output_would_lose_records \
      query_invalid radius_invalid request_rejected row_malformed row_not_utf8 row_too_long system_unknown time_invalid \
      too_many_categories too_many_places unknown_attribute unknown_category unknown_command unknown_option unsupported usage
      """
    ),
    (
      3, false,
      "source_missing key_missing key_refused key_unusable"
    ),
    (
      4, false,
      "budget_spent quota_exhausted"
    ),
    (
      5, false,
      "client_refused"
    ),
    (
      5, true,
      "service_failing throttled timed_out unreachable"
    ),
    (
      6, false,
      "some_rows_failed too_many_errors"
    ),
    (
      6, true,
      "some_fetches_failed"
    ),
    (
      7, false,
      """
      data_unusable file_changed index_damaged index_too_new index_too_old input_malformed no_places \
      not_an_index rows_skipped rows_unidentified
      """
    ),
    (
      7, true,
      "untrustworthy_answer"
    ),
    (
      8, false,
      "incomplete unproven"
    ),
    (
      9, false,
      "nothing_found page_missing place_not_found"
    ),
    (
      129, true,
      "hung_up"
    ),
    (
      130, false,
      "cancelled"
    ),
    (
      130, true,
      "interrupted"
    ),
    (
      141, false,
      "reader_gone"
    ),
    (
      143, false,
      "stopped"
    ),
    (
      143, true,
      "terminated"
    ),
  ]

  @Test func `every code keeps its word, its exit status and whether trying again may help`() {
    var expected: Set<String> = []
    for (status, isRetryable, words) in Self.words {
      for word in words.split(separator: " ").map(String.init) {
        expected.insert(word)
        let outcome = FailureCode(rawValue: word)?.outcome
        #expect(outcome?.status.rawValue == status, "\(word)")
        #expect(outcome?.isRetryable == isRetryable, "\(word)")
      }
    }
    #expect(Set(FailureCode.allCases.map(\.rawValue)) == expected)
  }

  @Test func `every code is the code of a failure`() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/App").standardized
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var made: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      guard file.lastPathComponent != "FailureCode.swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for found in text.matches(of: #/\.(\w+)/#) { made.insert(String(found.output.1)) }
    }
    let unmade = FailureCode.allCases.filter { !made.contains("\($0)") }
    #expect(unmade.isEmpty, "no failure is made of \(unmade)")
  }

  @Test func `a failure has the exit status of its code unless it has its own`() {
    let usual = Failure(.unreachable, "a.")
    #expect(usual.status == .unreachable && usual.isRetryable)
    let other = Failure(.unreachable, status: .usage, isRetryable: false, "a.")
    #expect(other.status == .usage && !other.isRetryable)
    #expect(other.withWording("b.") == Failure(.unreachable, status: .usage, isRetryable: false, "b."))
  }
}
