import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import { codeOf } from '../../platform/api-error.ts'
import type { Draft } from './draft-store.ts'
import { EditDrafts } from './edit-drafts.ts'
import type * as Mode from './edit-mode.ts'
import type { EditPorts } from './edit-ports.ts'
import { EditRunner } from './edit-runner.ts'
import { hasUnsaved } from './edit-state.ts'
import type { EditState } from './edit-state.ts'
import type { LockLease } from './lock-lease.ts'
import { LockWatch } from './lock-watch.ts'
import type { Saver } from './saver.ts'
import { ServerClock } from './server-clock.ts'
import { taskQueue } from './task-queue.ts'
import { TranscriptFeed } from './transcript-feed.ts'

/** Milliseconds between the loss of the lock and the reload, in which the user can read the message. */
const RELOAD_MS = 1_300

/** The code that only edit mode needs. */
type EditMode = typeof Mode

interface Parts {
  mode: EditMode
  lock: LockLease
  saver: Saver
}

export type StartResult = 'editing' | 'locked' | 'elsewhere' | 'failed'

/**
 * Edit mode of one tab: reading until this tab holds the lock, editing until the lock is released or lost. Unless the
 * user discards them, changes are saved or kept as a draft. A store without React: the page shows its state and calls
 * its methods.
 */
export class EditControl {
  readonly feed: TranscriptFeed
  readonly edits: EditRunner
  readonly #ports: EditPorts
  readonly #enqueue = taskQueue()
  readonly #clock = new ServerClock()
  /** Null until edit mode is prepared for the first time. */
  #parts: Parts | null = null
  readonly #drafts: EditDrafts
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #state: EditState
  readonly #othersLock = new LockWatch(this.#clock, () => void this.#fetchChanges())
  #isDestroyed = false

  constructor(ports: EditPorts) {
    const { session, userId, call, listen, initial, readTranscript } = ports
    const { id: transcriptId, last_edited_by: by, last_edited_at: at } = initial.transcript
    const enqueue = this.#enqueue
    this.#drafts = new EditDrafts(ports, {
      enqueue,
      onFound: (found) => this.#set({ drafts: found }),
      onStored: (draftSavedAt) => draftSavedAt !== this.#state.draftSavedAt && this.#set({ draftSavedAt }),
      onStale: () => void this.#fetchChanges(),
    })
    this.#ports = ports
    this.#state = {
      mode: 'reading',
      lock: null,
      saving: 'idle',
      draftSavedAt: null,
      lastEdit: { by, at },
      drafts: [],
    }
    this.feed = new TranscriptFeed(
      {
        session,
        transcriptId,
        userId,
        call,
        clock: this.#clock,
        enqueue,
        readTranscript,
        listen,
        onLock: (lock) => this.#applyLock(lock),
        onLockMessage: (lock) => void this.receiveLock(lock),
        onSubscribed: () => void this.resync(),
        onCachedLock: (lock) => void this.receiveLock(lock),
        onEdit: (lastEdit) => this.#set({ lastEdit }),
        onPublished: (draft) => this.#drafts.takePublished(draft),
      },
      initial,
    )
    this.edits = new EditRunner({ session, reload: () => this.feed.reload(), showMessage: ports.showMessage })
    this.#unsubscribe = session.subscribe(({ cause, changes }) => {
      if (changes && (cause === 'edit' || cause === 'undo')) this.#parts?.lock.reportChanges(changes)
    })
    this.#applyLock(initial.lock ?? null)
    // The given response may be old and does not contain the time of the server.
    void this.#fetchChanges()
    void this.#drafts.find()
  }

  readonly getState = (): EditState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Loads what edit mode needs. Edit mode does so itself when it starts; called before, when the user is about to start
   * it, it starts without delay.
   */
  async prepare(): Promise<void> {
    const [mode] = await Promise.all([import('./edit-mode.ts'), this.#ports.session.prepare()])
    this.#parts ??= this.#open(mode)
  }

  /** Takes the lock and starts edit mode. `takeOver` takes it from another tab or device of the same user. */
  async start({ takeOver = false } = {}): Promise<StartResult> {
    if (this.#state.mode !== 'reading') return 'editing'
    const { session, userId, drafts, showMessage } = this.#ports
    this.#set({ mode: 'starting' })
    try {
      await this.prepare()
      const { mode, lock } = this.#parts!
      await lock.take(takeOver)
      // With the lock held, no other client can save: the current revision is the one to edit.
      await Promise.all([drafts.prepare(), this.feed.catchUp()])
      const lockVersion = lock.version
      if (this.#isDestroyed || lockVersion === null) throw new Error('the page was left')
      session.setEditing(true)
      this.#drafts.begin(mode, lockVersion)
      this.#set({ mode: 'editing', saving: 'idle' })
      return 'editing'
    } catch (error) {
      this.#parts?.lock.release()
      this.#parts?.lock.clear()
      this.#set({ mode: 'reading' })
      if (this.#isDestroyed) return 'failed'
      const lock = this.#conflictingLock(error)
      if (lock) this.#applyLock(lock)
      if (codeOf(error) === 'E_CONFLICT' && lock?.by.id === userId) return 'elsewhere'
      showMessage(codeOf(error) === 'E_LOCKED' ? { kind: 'lockedByOther' } : { kind: 'failed', error })
      return codeOf(error) === 'E_LOCKED' ? 'locked' : 'failed'
    }
  }

  /** Saves unsaved changes. Returns true when the server has them all. */
  save(): Promise<boolean> {
    this.#ports.session.commitComposition()
    this.#drafts.abortAutosave()
    return this.#parts?.saver.save() ?? Promise.resolve(true)
  }

  /**
   * Ends edit mode if nothing is unsaved. A running save that contains the current document is awaited first. Returns
   * false if something is unsaved; edit mode then continues.
   */
  async finishIfSaved(): Promise<boolean> {
    const { session } = this.#ports
    const saver = this.#parts?.saver
    if (saver?.includesAll) await saver.waitForRunning()
    if (this.#state.mode !== 'editing') return true
    return hasUnsaved(session.getState()) ? false : this.finish()
  }

  /** Saves and ends edit mode. Returns false when saving failed; edit mode then continues. */
  async finish(): Promise<boolean> {
    if (!(await this.#allSaved())) return false
    // The draft of changes that were undone would be offered again.
    if (this.#state.mode === 'editing' && !(await this.#drafts.clear())) return false
    if (this.#state.mode === 'editing') await this.#end()
    return true
  }

  /**
   * Discards unsaved changes and ends edit mode. A running save is not undone; the reload shows its content. Edit mode
   * continues when the draft on the server cannot be deleted, because the expiry of the lock would publish it.
   */
  async discard(): Promise<void> {
    if (this.#state.mode !== 'editing' || !(await this.#drafts.clear())) return
    const { session } = this.#ports
    session.commitComposition()
    session.discard()
    await this.#end()
    await this.feed.reload().catch(() => session.discard())
  }

  /** Takes the lock and applies a draft to the current document, as a single step that can be undone. */
  async applyDraft(draft: Draft): Promise<void> {
    if ((await this.start({ takeOver: true })) !== 'editing') return
    const { session } = this.#ports
    if (!this.edits.run(() => session.applyRebased(draft.changes))) return
    await this.#drafts.replace(draft)
  }

  deleteDraft(draft: Draft): Promise<void> {
    return this.#drafts.delete(draft)
  }

  /**
   * Calls `act` with the version of the lock, after saving. Outside edit mode, takes the lock for the duration of the
   * call. Null when saving failed or the lock was not obtained.
   */
  async withLock<T>(act: (version: number) => Promise<T>): Promise<T | null> {
    const isOwn = this.#state.mode === 'editing'
    if (isOwn ? !(await this.#allSaved()) : (await this.start()) !== 'editing') return null
    try {
      return await act(this.#parts!.lock.version as number)
    } finally {
      await this.#fetchChanges()
      if (!isOwn && this.#state.mode === 'editing') await this.#end()
    }
  }

  /** Handles a message about the lock. Messages may be late: in edit mode, the server is asked. */
  async receiveLock(lock: EditLock | null): Promise<void> {
    if (this.#state.mode === 'reading' || lock?.version === (this.#parts?.lock.version ?? null)) this.#applyLock(lock)
    else await this.resync()
  }

  /** Fetches changes and lock after the page was suspended, offline or not subscribed, and retries a failed save. */
  async resync(): Promise<void> {
    await this.#fetchChanges()
    this.#parts?.saver.retryNow()
  }

  /** Writes unsaved changes to the drafts of this browser and of the server immediately. */
  writeDraft(): void {
    this.#ports.session.commitComposition()
    this.#drafts.write()
  }

  /** Writes the draft and releases the lock because the page is hidden or closed. */
  leave(): void {
    if (this.#state.mode === 'reading') return
    this.writeDraft()
    this.#parts?.lock.release({ keepalive: true })
  }

  destroy(): void {
    this.#isDestroyed = true
    this.feed.stop()
    this.leave()
    void this.#drafts.end()
    this.#parts?.lock.clear()
    this.#parts?.saver.stop()
    this.#othersLock.watch(null)
    this.#unsubscribe()
    this.#listeners.clear()
  }

  #open(mode: EditMode): Parts {
    const { session, file, userId, call, initial, showMessage } = this.#ports
    const lock = new mode.LockLease({
      params: { projectId: file.project_id, fileId: file.id },
      userId,
      call,
      clock: this.#clock,
      onRefreshed: (refreshed) => this.#set({ lock: refreshed }),
      onLost: (error) => void this.#handleLoss(error),
      onExpiring: () => void this.#endExpired(),
    })
    const saver = new mode.Saver({
      session,
      transcriptId: initial.transcript.id,
      call,
      feed: this.feed,
      enqueue: this.#enqueue,
      lock,
      onSaving: (saving) => this.#set({ saving }),
      onLock: (answered) => this.#set({ lock: answered }),
      onEdit: (lastEdit) => {
        this.#drafts.handleSaved()
        this.#set({ lastEdit })
      },
      onLost: (error) => this.#handleLoss(error),
      onRefused: (error) => showMessage({ kind: 'notSaved', error }),
    })
    return { mode, lock, saver }
  }

  /** The lock in a refusal; null without one. */
  #conflictingLock(error: unknown): EditLock | null {
    return this.#parts?.mode.conflictingLock(error) ?? null
  }

  #set(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Applies the lock that the server has reported. */
  #applyLock(lock: EditLock | null): void {
    const own = this.#parts?.lock
    if (lock !== null && own?.isReleased(lock)) return
    const { mode, lock: before } = this.#state
    const version = own?.version ?? null
    if (version !== null && lock?.version === version) own?.update(lock)
    this.#set({ lock })
    if (mode === 'editing' && lock === null) void this.#endExpired(own?.hasTimeLeft ? 'endedElsewhere' : 'expired')
    if (mode === 'editing' && lock !== null && lock.version !== version) void this.#handleLoss(null)
    if (mode !== 'reading') return this.#othersLock.watch(null)
    this.#othersLock.watch(lock)
    if (lock !== null || before === null) return
    void this.#fetchChanges()
    void this.#drafts.find()
  }

  /** Saves until nothing is pending, including text that is typed or composed during a save. */
  async #allSaved(): Promise<boolean> {
    const { session } = this.#ports
    this.#drafts.abortAutosave()
    // After an undo the document may equal the last saved state while a running save stores something else.
    await this.#parts?.saver.waitForRunning()
    for (session.commitComposition(); session.getState().isDirty; session.commitComposition())
      if (!(await this.#parts?.saver.save())) return false
    return true
  }

  /** Saves and ends edit mode because the lock expires soon, has expired, or was ended elsewhere. */
  async #endExpired(kind: 'expired' | 'endedElsewhere' = 'expired'): Promise<void> {
    if (this.#state.mode !== 'editing') return
    if (await this.finish()) this.#ports.showMessage({ kind })
    else this.#parts?.saver.onceSaved(() => void this.#endExpired(kind))
  }

  async #end(): Promise<void> {
    this.#set({ mode: 'ending' })
    this.#ports.session.setEditing(false)
    await this.#drafts.end()
    this.#parts?.lock.end()
    this.#parts?.saver.stop()
    this.#set({ mode: 'reading', lock: null, saving: 'idle' })
  }

  /** Ends edit mode because another user, or the same user elsewhere, edits now. Unsaved changes stay as a draft. */
  async #handleLoss(error: unknown): Promise<void> {
    if (this.#state.mode !== 'editing') return
    const { session, userId, showMessage } = this.#ports
    const lock = error === null ? this.#state.lock : this.#conflictingLock(error)
    session.commitComposition()
    this.#set({ mode: 'ending' })
    this.#parts?.lock.clear()
    this.#parts?.saver.stop()
    await this.#drafts.end()
    session.setEditing(false)
    this.#set({ mode: 'reading', lock, saving: 'idle' })
    showMessage(this.#parts!.mode.lockLossMessage(error, { lock, userId }))
    setTimeout(() => void this.#reloadForReading(), RELOAD_MS)
  }

  /** Reloads the transcript in reading mode. Pending changes are in a draft already. */
  async #reloadForReading(): Promise<void> {
    if (this.#state.mode !== 'reading') return
    await this.feed.reload().catch(() => this.#ports.session.discard())
    await this.#drafts.find()
  }

  /** Fetches changes and lock. Errors are ignored. */
  #fetchChanges(): Promise<void> {
    return this.feed.catchUp().catch(() => undefined)
  }
}
