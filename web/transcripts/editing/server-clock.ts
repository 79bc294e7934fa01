/**
 * The server's time, carried on by a monotonic clock: a browser whose wall clock is wrong, or set while somebody edits,
 * judges a lock as the database does. A machine that slept may have stopped the monotonic clock; whoever wakes up asks.
 */
export class ServerClock {
  #offset: number | null = null
  readonly #monotonic: () => number

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
  }

  /** The server said just now that it is `now`. */
  note(now: string): void {
    this.#offset = Date.parse(now) - this.#monotonic()
  }

  /** Milliseconds until an instant of the server, negative when it is over; null while its time is not known. */
  left(until: string): number | null {
    return this.#offset === null ? null : Date.parse(until) - this.#offset - this.#monotonic()
  }
}
