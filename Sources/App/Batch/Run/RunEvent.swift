/// What a run waits for.
enum RunEvent<Answer: Sendable>: Sendable {
  /// The next rows of the input; `nil` at its end.
  case read(Result<RowBlock?, BatchInputError>)
  /// The answer to a row, or to a block of rows.
  case answered(Answer)
  /// The user stopped the run.
  case interrupted(StopSignal)
  /// The user will not stop it any more.
  case ended
}

extension TaskGroup {
  /// Waits for the user to stop the run.
  mutating func awaitInterrupts<Answer>(of job: BatchJob) where ChildTaskResult == RunEvent<Answer> {
    let interrupts = job.interrupts
    addTask {
      for await stop in interrupts { return .interrupted(stop) }
      return .ended
    }
  }

  /// Reads the next rows of the input.
  mutating func readBlock<Answer>(of job: BatchJob) where ChildTaskResult == RunEvent<Answer> {
    let reader = job.reader
    addTask {
      do throws(BatchInputError) {
        return .read(.success(try await reader.nextBlock()))
      } catch {
        return .read(.failure(error))
      }
    }
  }
}
