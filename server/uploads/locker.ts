// One request at a time works on an upload. A browser that lost its connection returns while the server still waits on
// the half-open one: the new request signals the holder to stop, and waits without polling until it has.
import type { Lock, Locker } from '@tus/server'

type Holder = { letGo: () => void; gone: Promise<void> }

export class QueueLocker implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #letGoOfThis: () => () => void

  /**
   * `letGoOfThis` is called when a request takes the lock; returns the function that stops this request's receiving.
   */
  constructor(letGoOfThis: () => () => void) {
    this.#letGoOfThis = letGoOfThis
  }

  newLock(id: string): Lock {
    let release: (() => void) | undefined
    return {
      lock: async () => {
        const letGo = this.#letGoOfThis()
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          holder.letGo()
          await holder.gone
        }
        const { promise: gone, resolve } = Promise.withResolvers<void>()
        release = resolve
        this.#holders.set(id, { letGo, gone })
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
