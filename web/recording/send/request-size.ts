/** Bytes of one request: what the connection sends in a few seconds. Other requests of the page wait less. */
const MIN_BYTES = 262_144
const START_BYTES = 1_048_576
const MAX_BYTES = 8 * 1_048_576
const FAST_MS = 4_000
const SLOW_MS = 15_000

export class RequestSize {
  bytes = START_BYTES

  /** Adapts to the time that a request took. */
  learn(ms: number): void {
    if (ms < FAST_MS) this.bytes = Math.min(MAX_BYTES, this.bytes * 2)
    if (ms > SLOW_MS) this.bytes = Math.max(MIN_BYTES, this.bytes / 2)
  }
}
