/// The code of a failure for scripts.
///
/// Codes never change.
///
/// `outcome` is the default exit status of a code. The message is in the function that makes the failure.
enum FailureCode: String, CaseIterable, Sendable {
  // The command line.
  case usage
  case configuration
  case unknownCommand = "unknown_command"
  case unknownOption = "unknown_option"
  case unknownCategory = "unknown_category"
  case unknownAttribute = "unknown_attribute"
  case coordinatesInvalid = "coordinates_invalid"
  case shapeInvalid = "shape_invalid"
  case outputIsInput = "output_is_input"
  case outputIsOutput = "output_is_output"

  // The query and its source.
  case unsupported
  case requestRejected = "request_rejected"
  case endpointUnusable = "endpoint_unusable"
  case sourceMissing = "source_missing"
  case keyMissing = "key_missing"
  case keyRefused = "key_refused"
  case keyUnusable = "key_unusable"
  case quotaExhausted = "quota_exhausted"
  case budgetSpent = "budget_spent"
  case clientRefused = "client_refused"
  case throttled
  case serviceFailing = "service_failing"
  case unreachable
  case timedOut = "timed_out"
  case untrustworthyResponse = "untrustworthy_answer"
  case networkNotSetUp = "network_not_set_up"

  // The result.
  case incomplete
  case unproven
  case nothingFound = "nothing_found"
  case placeNotFound = "place_not_found"
  case pageMissing = "page_missing"
  case pageNotOpened = "page_not_opened"
  case checksFailed = "checks_failed"

  // The input of a batch and its rows.
  case inputUnusable = "input_unusable"
  case headerMissing = "header_missing"
  case columnsMissing = "columns_missing"
  case columnsAmbiguous = "columns_ambiguous"
  case rowTooLong = "row_too_long"
  case rowMalformed = "row_malformed"
  case rowNotUTF8 = "row_not_utf8"
  case coordinatesMissing = "coordinates_missing"
  case nearInvalid = "near_invalid"
  case queryInvalid = "query_invalid"
  case radiusInvalid = "radius_invalid"
  case limitInvalid = "limit_invalid"
  case conditionInvalid = "condition_invalid"
  case timeInvalid = "time_invalid"
  case nothingToLookFor = "nothing_to_look_for"

  // The run of a batch.
  case batchTooLarge = "batch_too_large"
  case tooManyErrors = "too_many_errors"
  case someRowsFailed = "some_rows_failed"
  case outputNotRecords = "output_not_records"
  case outputNotResumable = "output_not_resumable"
  case outputOfOtherSource = "output_of_other_source"
  case outputOfOtherQueries = "output_of_other_questions"
  case outputWouldLoseRecords = "output_would_lose_records"

  // Files of places, and the indexes made from them.
  case fetchTooLarge = "fetch_too_large"
  case fetchRunning = "fetch_running"
  case someFetchesFailed = "some_fetches_failed"
  case formatUnknown = "format_unknown"
  case formatUnreadable = "format_unreadable"
  case encodingUnreadable = "encoding_unreadable"
  case systemUnknown = "system_unknown"
  case crsUnknown = "grid_unknown"
  case archiveUnusable = "archive_unusable"
  case inputMalformed = "input_malformed"
  case inputUnknown = "input_unknown"
  case inputLast = "input_last"
  case rowsUnidentified = "rows_unidentified"
  case rowsSkipped = "rows_skipped"
  case noPlaces = "no_places"
  case tooManyPlaces = "too_many_places"
  case tooManyCategories = "too_many_categories"
  case notAnIndex = "not_an_index"
  case indexTooOld = "index_too_old"
  case indexTooNew = "index_too_new"
  case indexDamaged = "index_damaged"
  case dataUnusable = "data_unusable"

  // The files and resources of the system.
  case fileFailed = "file_failed"
  case fileUnreadable = "file_unreadable"
  case inputUnreadable = "input_unreadable"
  case fileExists = "file_exists"
  case fileIsDirectory = "file_is_directory"
  case fileTooLarge = "file_too_large"
  case fileChanged = "file_changed"
  case outputFailed = "output_failed"
  case outputReplaced = "output_replaced"
  case outputLocked = "output_locked"
  case outputBusy = "output_busy"
  case storeFailed = "store_failed"
  case outOfMemory = "out_of_memory"
  case unexpected

  // External reasons that end the program.
  case readerGone = "reader_gone"
  case cancelled
  case interrupted
  case terminated
  case hungUp = "hung_up"
  case stopped

  /// The exit status, and whether retrying may help.
  struct Outcome {
    let status: ExitStatus
    var isRetryable = false
  }

  /// The default ending of a failure with this code.
  var outcome: Outcome {
    switch self {
    case .usage, .configuration, .unknownCommand, .unknownOption, .unknownCategory, .unknownAttribute,
      .coordinatesInvalid, .shapeInvalid, .outputIsInput,
      .outputIsOutput, .unsupported, .requestRejected, .endpointUnusable, .inputUnusable, .headerMissing,
      .columnsMissing, .columnsAmbiguous, .rowTooLong, .rowMalformed, .rowNotUTF8, .coordinatesMissing, .nearInvalid,
      .queryInvalid, .radiusInvalid, .limitInvalid, .conditionInvalid, .timeInvalid, .nothingToLookFor, .batchTooLarge,
      .outputNotRecords,
      .outputNotResumable, .outputOfOtherSource, .outputOfOtherQueries, .outputWouldLoseRecords, .fetchTooLarge,
      .formatUnknown, .formatUnreadable, .encodingUnreadable, .systemUnknown, .crsUnknown, .archiveUnusable,
      .inputUnknown, .inputLast, .tooManyPlaces, .tooManyCategories:
      Outcome(status: .usage)
    case .sourceMissing, .keyMissing, .keyRefused, .keyUnusable: Outcome(status: .keyRefused)
    case .quotaExhausted, .budgetSpent: Outcome(status: .quotaExhausted)
    case .clientRefused: Outcome(status: .unreachable)
    case .throttled, .serviceFailing, .unreachable, .timedOut: Outcome(status: .unreachable, isRetryable: true)
    case .tooManyErrors, .someRowsFailed: Outcome(status: .someRowsFailed)
    case .someFetchesFailed: Outcome(status: .someRowsFailed, isRetryable: true)
    case .inputMalformed, .rowsUnidentified, .rowsSkipped, .noPlaces, .notAnIndex, .indexTooOld, .indexTooNew,
      .indexDamaged, .dataUnusable, .fileChanged:
      Outcome(status: .untrustworthy)
    case .untrustworthyResponse: Outcome(status: .untrustworthy, isRetryable: true)
    case .incomplete, .unproven: Outcome(status: .incomplete)
    case .nothingFound, .placeNotFound, .pageMissing: Outcome(status: .nothingFound)
    case .networkNotSetUp, .pageNotOpened, .checksFailed, .fileFailed, .fileUnreadable, .inputUnreadable, .fileExists,
      .fileIsDirectory, .fileTooLarge, .outputFailed, .outputReplaced, .outputLocked, .storeFailed, .outOfMemory,
      .unexpected:
      Outcome(status: .fileFailed)
    case .outputBusy, .fetchRunning: Outcome(status: .fileFailed, isRetryable: true)
    case .readerGone: Outcome(status: .brokenPipe)
    case .cancelled: Outcome(status: .interrupted)
    case .interrupted: Outcome(status: .interrupted, isRetryable: true)
    case .terminated: Outcome(status: .terminated, isRetryable: true)
    case .hungUp: Outcome(status: .hungUp, isRetryable: true)
    case .stopped: Outcome(status: .terminated)
    }
  }
}
