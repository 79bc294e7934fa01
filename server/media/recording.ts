import type { Inspected } from './inspect.ts'

/** A recording on its way through the media programs. */
export type Recording = {
  /** A local file, for reading. */
  path: string
  videoId: string
  inspected: Inspected
  /** A program that crashed is not tried again elsewhere: what the pictures did to it may be their fault. */
  isLastTry: boolean
}
