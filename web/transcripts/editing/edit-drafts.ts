import type { EditableDocument } from '@kaiwa/transcript'
import type { CallResult } from '../../platform/call-types.ts'
import type { Autosaver } from './autosaver.ts'
import type { Draft } from './draft-store.ts'
import type { DraftWriter } from './draft-writer.ts'
import type * as EditMode from './edit-mode.ts'
import type { EditPorts } from './edit-ports.ts'
import type { Enqueue } from './task-queue.ts'

interface Events {
  /** Shared with the saver. */
  enqueue: Enqueue
  /** Drafts to restore were looked for. */
  onFound: (drafts: readonly Draft[]) => void
  /** Time of the last autosave; null when the server has no draft of this edit mode. */
  onStored: (at: string | null) => void
  /** Others have changed a block of the draft, or the lock has ended. */
  onStale: () => void
}

/**
 * The drafts of a transcript in this tab: the draft of the current edit mode, in this browser and on the server, and the
 * drafts to restore. What only edit mode needs is loaded when it starts.
 */
export class EditDrafts {
  readonly #ports: EditPorts
  readonly #events: Events
  #writer: DraftWriter | null = null
  #autosaver: Autosaver | null = null

  constructor(ports: EditPorts, events: Events) {
    this.#ports = ports
    this.#events = events
  }

  /** Begins the draft of an edit mode under a version of the lock. */
  begin({ DraftWriter: Writer, Autosaver: Autosaving }: typeof EditMode, lockVersion: number): void {
    const { session, call, drafts, initial } = this.#ports
    const { id: transcriptId } = initial.transcript
    this.#writer = new Writer(session, transcriptId, drafts)
    const key = this.#writer.begin()
    this.#autosaver = new Autosaving({ ...this.#events, session, transcriptId, call, lockVersion, key })
  }

  /** Writes unsaved changes to both drafts immediately. */
  write(): void {
    void this.#writer?.flush()
    void this.#autosaver?.store()
  }

  /** Aborts a running autosave, so that a save does not wait for it. */
  abortAutosave(): void {
    this.#autosaver?.abort()
  }

  /** Handles a save: the server has deleted the draft. */
  handleSaved(): void {
    this.#autosaver?.reset()
  }

  /** Returns the document of a draft that the server has published; null if this tab has not stored it. */
  takePublished(draft: NonNullable<CallResult<'getTranscriptChanges'>['published_draft']>): EditableDocument | null {
    const document = this.#autosaver?.documentOf(draft) ?? null
    if (document) this.#autosaver?.reset()
    return document
  }

  /** Ends the draft with edit mode. Unsaved changes stay in both drafts. */
  async end(): Promise<void> {
    this.#autosaver?.stop()
    this.#autosaver = null
    this.#events.onStored(null)
    await this.#writer?.end()
    this.#writer = null
  }

  /** Deletes the draft on the server. Returns false and shows a message when that fails. */
  async clear(): Promise<boolean> {
    try {
      await this.#autosaver?.clear()
      return true
    } catch (error) {
      this.#ports.showMessage({ kind: 'failed', error })
      return false
    }
  }

  /** Looks for drafts in this browser and on the server. Most files have none: the rest is loaded when there is one. */
  async find(): Promise<void> {
    const { drafts, file, initial, call } = this.#ports
    const transcriptId = initial.transcript.id
    try {
      const [local, listed] = await Promise.all([
        drafts.list(transcriptId),
        file.can.edit ? call('listDrafts', { params: { id: transcriptId } }).catch(() => null) : null,
      ])
      const remote = listed?.data ?? []
      if (local.length + remote.length === 0) return this.#events.onFound([])
      const { findRestorableDrafts } = await import('./restorable-drafts.ts')
      this.#events.onFound(await findRestorableDrafts({ ...this.#ports, transcriptId }, local, remote))
    } catch {
      // The drafts stay where they are and are looked for again.
    }
  }

  /** Deletes a draft whose changes are pending now, as soon as the current draft contains them on both sides. */
  async replace(draft: Draft): Promise<void> {
    await this.#writer?.flush()
    if (draft.lockVersion === undefined || (await this.#autosaver?.store())) await this.delete(draft)
  }

  async delete(draft: Draft): Promise<void> {
    try {
      const { deleteDraft } = await import('./restorable-drafts.ts')
      await deleteDraft(this.#ports, draft)
      await this.find()
    } catch (error) {
      this.#ports.showMessage({ kind: 'failed', error })
    }
  }
}
