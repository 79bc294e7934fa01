import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ServerClock } from './server-clock.ts'

const MAX_LOCK_MS = LIMITS.lockMinutes * 60_000

/** Watches the lock of another user. Notices its expiry without a message from the server (EDIT-34). */
export class LockWatch {
  readonly #clock: ServerClock
  readonly #onEnd: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onEnd` is called `LIMITS.lockReloadSeconds` after the lock should have expired. */
  constructor(clock: ServerClock, onEnd: () => void) {
    this.#clock = clock
    this.#onEnd = onEnd
  }

  /** Starts to watch a lock instead of the previous one; null stops watching. */
  watch(lock: EditLock | null): void {
    clearTimeout(this.#timer)
    if (!lock) return
    // While the time of the server is unknown, a wrong wall clock must not exceed the maximum duration of a lock.
    const left = this.#clock.remaining(lock.until) ?? Math.min(MAX_LOCK_MS, Date.parse(lock.until) - Date.now())
    this.#timer = setTimeout(this.#onEnd, Math.max(0, left) + LIMITS.lockReloadSeconds * 1_000)
  }
}
