import type { EditSession } from '@kaiwa/editor'
import { netChangesBetween } from '@kaiwa/transcript'
import type { Draft } from './draft.ts'
import type { DraftStore } from './draft-store.ts'

/** How long typing rests before the draft is written, in milliseconds. */
const REST_MS = 400
/** A large draft is written less often: of the time, writing takes at most one part in so many. */
const PATIENCE = 20

const lockName = ({ transcriptId, id }: Pick<Draft, 'transcriptId' | 'id'>): string =>
  `kaiwa-draft/${transcriptId}/${id}`

/** Drafts whose tab is not alive any more: nobody else will save them. */
export async function orphansOf(drafts: readonly Draft[]): Promise<Draft[]> {
  if (drafts.length === 0 || !('locks' in navigator)) return [...drafts]
  const { held = [] } = await navigator.locks.query()
  const alive = new Set(held.map(({ name }) => name))
  return drafts.filter((draft) => !alive.has(lockName(draft)))
}

/** Writes what this tab has not saved into the store while somebody edits, and takes it out when it is saved. */
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

  /** Begins a draft of its own; earlier ones stay as they are. */
  begin(): void {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
    this.#id = id
    this.#isKept = false
    // The browser lets go of it with the tab, however that ends.
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

  /** Writes now. */
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
      this.#rest = Math.max(REST_MS, (performance.now() - begun) * PATIENCE)
    } else if (this.#isKept) {
      this.#isKept = false
      await this.#store.drop(draft)
    }
  }

  /** Editing is over. What is not saved by now stays as a draft. */
  async end(): Promise<void> {
    this.#unsubscribe()
    await this.flush()
    this.#id = null
    this.#letGo()
  }
}
