import type { Inspected } from './inspect.ts'

/** A recording that is being processed by the media programs. */
export interface Recording {
  /** Path of a local, read-only file. */
  path: string
  videoId: string
  inspected: Inspected
  /** On the last try a crash is attributed to the video, and only the sound is prepared. */
  isLastTry: boolean
}
