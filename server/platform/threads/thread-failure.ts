/**
 * Why a task has no result although it did not throw. `busy`: too many tasks are waiting. `memory`: it reached its
 * memory limit. `time`: it reached its time limit by computing. `waited`: it reached its time limit by waiting, such as
 * for a database lock. `ended`: its thread exited.
 */
export type ThreadFailureReason = 'busy' | 'memory' | 'time' | 'waited' | 'ended'

export class ThreadFailure extends Error {
  override name = 'ThreadFailure'
  readonly reason: ThreadFailureReason

  constructor(reason: ThreadFailureReason, options?: ErrorOptions) {
    super(`thread task failed: ${reason}`, options)
    this.reason = reason
  }
}
