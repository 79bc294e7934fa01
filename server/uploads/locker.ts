// One request at a time works on an upload. A browser that lost its connection returns while the server still waits on
// the half-open one: the new request signals the holder to stop, and waits without polling until it has.
import type { Lock, Locker } from '@tus/server'

type Holder = { requestRelease: () => void; released: Promise<void> }

export class QueueLocker implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #getRequestRelease: () => () => void

  /** `getRequestRelease` runs in the request that takes the lock. It returns the function that stops its receiving. */
  constructor(getRequestRelease: () => () => void) {
    this.#getRequestRelease = getRequestRelease
  }

  newLock(id: string): Lock {
    let release: (() => void) | undefined
    return {
      lock: async () => {
        const requestRelease = this.#getRequestRelease()
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          holder.requestRelease()
          await holder.released
        }
        const { promise: released, resolve } = Promise.withResolvers<void>()
        release = resolve
        this.#holders.set(id, { requestRelease, released })
      },
      unlock: async () => {
        if (!release) return
        this.#holders.delete(id)
        release()
        release = undefined
      },
    }
  }
}
