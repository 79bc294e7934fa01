import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ServerClock } from './server-clock.ts'

const WHOLE_MS = LIMITS.lockMinutes * 60_000

/** Watches somebody else's lock: one that ends by itself is noticed whether or not anybody tells (EDIT-34). */
export class LockWatch {
  readonly #clock: ServerClock
  readonly #onEnd: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onEnd` is called some seconds after the lock should have ended. */
  constructor(clock: ServerClock, onEnd: () => void) {
    this.#clock = clock
    this.#onEnd = onEnd
  }

  /** Null: there is nothing to watch. */
  watch(lock: EditLock | null): void {
    clearTimeout(this.#timer)
    if (!lock) return
    // Where the server's time is not known yet, no wall clock may make it longer than a lock can be.
    const left = this.#clock.left(lock.until) ?? Math.min(WHOLE_MS, Date.parse(lock.until) - Date.now())
    this.#timer = setTimeout(this.#onEnd, Math.max(0, left) + LIMITS.lockReloadSeconds * 1_000)
  }
}
