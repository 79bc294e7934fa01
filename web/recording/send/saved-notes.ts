import { type RecordingBody, toRecordingBody } from '@kaiwa/recording/describe-recording.ts'
import type { RecordingSummary } from '@kaiwa/recording/read-journal.ts'

/** Markers, interruptions and details are saved when they have not changed for this time. */
export const SAVE_AFTER_MS = 2_000

/** The description of a recording that the server has, compared with the journal. */
export class SavedNotes {
  #saved: { segments: string; all: string } = { segments: '', all: '' }
  #last = { all: '', at: 0 }

  /** For a new upload, of which the server knows nothing. */
  forget(): void {
    this.#saved = { segments: '', all: '' }
  }

  /**
   * The body to save now, or null. Segments are saved before their first byte is sent, everything before the last byte,
   * and other changes when they rest.
   */
  due(summary: RecordingSummary): RecordingBody | null {
    const body = toRecordingBody(summary)
    const all = JSON.stringify(body)
    if (all !== this.#last.all) this.#last = { all, at: performance.now() }
    if (all === this.#saved.all) return null
    const isNewSegment = JSON.stringify(body.segments) !== this.#saved.segments
    const isAtRest = performance.now() - this.#last.at >= SAVE_AFTER_MS
    return isNewSegment || summary.isConfirmed || isAtRest ? body : null
  }

  /** Whether changes wait until they rest. */
  get isWaiting(): boolean {
    return this.#last.all !== this.#saved.all
  }

  setSaved(body: RecordingBody): void {
    this.#saved = { segments: JSON.stringify(body.segments), all: JSON.stringify(body) }
  }
}
