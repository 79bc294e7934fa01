/**
 * Why a task has no result although it did not throw: `busy` too many tasks wait, `memory` and `time` it reached its limit,
 * `ended` its thread ended by itself.
 */
export type ThreadFailureReason = 'busy' | 'memory' | 'time' | 'ended'

export class ThreadFailure extends Error {
  override name = 'ThreadFailure'
  readonly reason: ThreadFailureReason

  constructor(reason: ThreadFailureReason, options?: ErrorOptions) {
    super(`thread task failed: ${reason}`, options)
    this.reason = reason
  }
}
