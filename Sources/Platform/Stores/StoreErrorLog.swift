import Domain
import Synchronization

/// What could not be kept or read while queries were answered; each once.
final class StoreErrorLog: ReportStoreErrorsUseCase {
  private let noted = Mutex<[StoreError]>([])

  func storeErrors() -> [StoreError] { noted.withLock { $0 } }

  /// Notes an error.
  func note(_ error: StoreError) {
    noted.withLock { errors in
      if !errors.contains(error) { errors.append(error) }
    }
  }

  /// Does something that may fail and costs no answer.
  @discardableResult
  func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
    do { return try body() } catch {
      note(error)
      return nil
    }
  }
}
