/**
 * The time of the server, advanced by a monotonic clock, so that a wrong or changed wall clock does not affect the
 * expiry of a lock. The monotonic clock may stop while the machine sleeps; the page asks the server again afterwards.
 */
export class ServerClock {
  #offset: number | null = null
  readonly #monotonic: () => number

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
  }

  /** Sets the time, as just received from the server (ISO 8601). */
  set(now: string): void {
    this.#offset = Date.parse(now) - this.#monotonic()
  }

  /** Milliseconds until a time of the server (ISO 8601), negative when it is past; null before the first `note`. */
  remaining(until: string): number | null {
    return this.#offset === null ? null : Date.parse(until) - this.#offset - this.#monotonic()
  }
}
