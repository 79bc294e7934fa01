import type { EditSession } from '@kaiwa/editor'
import { netChangesBetween } from '@kaiwa/transcript'
import type { Draft, DraftStore } from './draft-store.ts'

/** Pause in typing after which the draft is written, in milliseconds. */
const PAUSE_MS = 400
/** Large drafts are written less often: the pause is at least this multiple of the last write's duration. */
const PAUSE_FACTOR = 20

/** Name of the Web Lock that a tab holds while it writes a draft. */
export function tabLockName({ transcriptId, id }: Pick<Draft, 'transcriptId' | 'id'>): string {
  return `kaiwa-draft/${transcriptId}/${id}`
}

/** In edit mode, writes the unsaved changes of this tab to the draft store, and deletes them when they are saved. */
export class DraftWriter {
  readonly #session: EditSession
  readonly #transcriptId: number
  readonly #store: DraftStore
  #id: string | null = null
  #isStored = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #pause = PAUSE_MS
  #releaseTabLock: () => void = () => undefined
  #unsubscribe: () => void = () => undefined

  constructor(session: EditSession, transcriptId: number, store: DraftStore) {
    this.#session = session
    this.#transcriptId = transcriptId
    this.#store = store
  }

  /** Begins a new draft and returns its id. Earlier drafts are not changed. */
  begin(): string {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
    this.#id = id
    this.#isStored = false
    // The browser releases the lock when the tab is closed or crashes.
    if ('locks' in navigator)
      void navigator.locks
        .request(
          tabLockName({ transcriptId: this.#transcriptId, id }),
          () => new Promise<void>((resolve) => (this.#releaseTabLock = resolve)),
        )
        .catch(() => undefined)
    this.#unsubscribe = this.#session.subscribe(() => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.flush(), this.#pause)
    })
    return id
  }

  /** Writes the draft without waiting for a pause. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#id === null) return
    const { saved, document, isDirty } = this.#session.getState()
    const draft = { transcriptId: this.#transcriptId, id: this.#id }
    if (isDirty) {
      this.#isStored = true
      const changes = netChangesBetween(saved, document)
      const startedAt = performance.now()
      await this.#store.put({ ...draft, at: new Date().toISOString(), changes })
      this.#pause = Math.max(PAUSE_MS, (performance.now() - startedAt) * PAUSE_FACTOR)
    } else if (this.#isStored) {
      this.#isStored = false
      await this.#store.delete(draft)
    }
  }

  /** Ends the draft with edit mode. Unsaved changes remain in the store. */
  async end(): Promise<void> {
    this.#unsubscribe()
    await this.flush()
    this.#id = null
    this.#releaseTabLock()
  }
}
