import type { TagPosition } from './tag-positions.ts'

export interface TagMove {
  readonly from: TagPosition
  readonly to: TagPosition
}

/**
 * Sends moves one at a time, because the index in each move depends on the moves before it. When the page unloads, all
 * waiting moves are sent immediately in order; the server applies them in the order of arrival.
 */
export class MoveQueue {
  readonly #send: (move: TagMove) => Promise<unknown>
  readonly #waiting = new Set<() => void>()
  #last: Promise<unknown> = Promise.resolve()

  /** `send` must use a keepalive request that outlives the page. */
  constructor(send: (move: TagMove) => Promise<unknown>) {
    this.#send = send
  }

  /** Settles like the request of this move. */
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

  /** Call when the page unloads. */
  readonly flush = (): void => {
    for (const start of this.#waiting) start()
  }
}
