// A counter of what may run side by side, with a queue in order of arrival.

export class Slots {
  readonly #max: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.#taken >= this.#max
  }

  /** Resolves when a slot is free, which the caller gives back with `free`. Rejects with the signal's reason. */
  async take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (!this.isFull) {
      this.#taken += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      const at = this.#waiting.indexOf(resolve)
      // It has its slot already: the caller notices the signal.
      if (at === -1) return
      this.#waiting.splice(at, 1)
      reject(signal?.reason)
    }
    this.#waiting.push(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Hands the slot to whoever waits longest. */
  free(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken -= 1
  }
}
