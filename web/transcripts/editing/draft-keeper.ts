import type { EditSession } from '@kaiwa/editor'
import { netChangesBetween } from '@kaiwa/transcript'
import type { Draft } from './draft.ts'
import type { DraftStore } from './draft-store.ts'

/** Pause in typing after which the draft is written, in milliseconds. */
const REST_MS = 400
/** Large drafts are written less often: the pause is at least this multiple of the last write's duration. */
const REST_FACTOR = 20

const lockName = ({ transcriptId, id }: Pick<Draft, 'transcriptId' | 'id'>): string =>
  `kaiwa-draft/${transcriptId}/${id}`

/** Drafts whose tab is closed, according to the Web Locks that open tabs hold. */
export async function orphansOf(drafts: readonly Draft[]): Promise<Draft[]> {
  if (drafts.length === 0 || !('locks' in navigator)) return [...drafts]
  const { held = [] } = await navigator.locks.query()
  const alive = new Set(held.map(({ name }) => name))
  return drafts.filter((draft) => !alive.has(lockName(draft)))
}

/** In edit mode, writes the unsaved changes of this tab to the draft store, and deletes them when they are saved. */
export class DraftKeeper {
  readonly #session: EditSession
  readonly #transcriptId: number
  readonly #store: DraftStore
  #id: string | null = null
  #isKept = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #rest = REST_MS
  #letGo: () => void = () => undefined
  #unsubscribe: () => void = () => undefined

  constructor(session: EditSession, transcriptId: number, store: DraftStore) {
    this.#session = session
    this.#transcriptId = transcriptId
    this.#store = store
  }

  /** Begins a new draft. Earlier drafts are not changed. */
  begin(): void {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
    this.#id = id
    this.#isKept = false
    // The browser releases the lock when the tab is closed or crashes.
    if ('locks' in navigator)
      void navigator.locks
        .request(
          lockName({ transcriptId: this.#transcriptId, id }),
          () => new Promise<void>((resolve) => (this.#letGo = resolve)),
        )
        .catch(() => undefined)
    this.#unsubscribe = this.#session.subscribe(() => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.flush(), this.#rest)
    })
  }

  /** Writes the draft without waiting for a pause. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#id === null) return
    const { saved, document, isDirty } = this.#session.getState()
    const draft = { transcriptId: this.#transcriptId, id: this.#id }
    if (isDirty) {
      this.#isKept = true
      const changes = netChangesBetween(saved, document)
      const begun = performance.now()
      await this.#store.keep({ ...draft, at: new Date().toISOString(), changes })
      this.#rest = Math.max(REST_MS, (performance.now() - begun) * REST_FACTOR)
    } else if (this.#isKept) {
      this.#isKept = false
      await this.#store.drop(draft)
    }
  }

  /** Ends the draft with edit mode. Unsaved changes remain in the store. */
  async end(): Promise<void> {
    this.#unsubscribe()
    await this.flush()
    this.#id = null
    this.#letGo()
  }
}
