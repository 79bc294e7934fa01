import type { TagPlace } from './places.ts'

export interface TagMove {
  readonly from: TagPlace
  readonly to: TagPlace
}

/**
 * Sends moves one after the other: each counts places as the one before has left them. When the page goes away, those
 * that still wait leave at once, in their order; the server does them as they come.
 */
export class MoveQueue {
  readonly #send: (move: TagMove) => Promise<unknown>
  readonly #waiting = new Set<() => void>()
  #last: Promise<unknown> = Promise.resolve()

  /** `send` must outlive the page. */
  constructor(send: (move: TagMove) => Promise<unknown>) {
    this.#send = send
  }

  /** Settles as the call for this move does. */
  push(move: TagMove): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    void this.#last.then(() => resolve())
    const sent = promise.then(() => {
      this.#waiting.delete(resolve)
      return this.#send(move)
    })
    this.#last = sent.catch(() => undefined)
    return sent
  }

  /** The page goes away. */
  readonly flush = (): void => {
    for (const go of this.#waiting) go()
  }
}
