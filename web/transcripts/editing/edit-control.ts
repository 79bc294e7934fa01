import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { rebase } from '@kaiwa/transcript'
import { codeOf } from '../../platform/api-error.ts'
import type { Draft } from './draft.ts'
import { DraftKeeper, orphansOf } from './draft-keeper.ts'
import { EditAttempts } from './edit-attempts.ts'
import { lockIn, whyLost } from './edit-failures.ts'
import type { EditPorts } from './edit-ports.ts'
import type { EditState } from './edit-state.ts'
import { inTurn } from './in-turn.ts'
import { LockKeeper } from './lock-keeper.ts'
import { LockWatch } from './lock-watch.ts'
import { rebaseChanges } from './rebase-changes.ts'
import { Saver } from './saver.ts'
import { ServerClock } from './server-clock.ts'
import type { LastEdit } from './transcript-feed.ts'
import { TranscriptFeed } from './transcript-feed.ts'
import { hasUnsaved } from './unsaved.ts'

/** Milliseconds between the loss of the lock and the reload, in which the user can read the message. */
const RELOAD_MS = 1_300

export type Started = 'editing' | 'locked' | 'elsewhere' | 'failed'

/**
 * Edit mode of one tab: reading until this tab holds the lock, editing until the lock is released or lost. Unless the
 * user discards them, changes are saved or kept as a draft. A store without React: the page shows its state and calls
 * its methods.
 */
export class EditControl {
  readonly feed: TranscriptFeed
  readonly attempts: EditAttempts
  readonly #ports: EditPorts
  readonly #clock = new ServerClock()
  readonly #lock: LockKeeper
  readonly #saver: Saver
  readonly #draft: DraftKeeper
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #state: EditState
  readonly #watch = new LockWatch(this.#clock, () => void this.#ask())
  /** Version of the last lock that this tab released. Messages about it may arrive late. */
  #ended = 0
  #isDestroyed = false

  constructor(ports: EditPorts) {
    const { session, file, call, read, reread, drafts } = ports
    const { id: transcriptId, last_edited_by: by, last_edited_at: at } = read.transcript
    const turns = inTurn()
    this.#ports = ports
    this.#state = { mode: 'reading', lock: null, saving: 'idle', lastEdit: { by, at }, drafts: [] }
    this.#draft = new DraftKeeper(session, transcriptId, drafts)
    this.#lock = new LockKeeper({
      place: { projectId: file.project_id, fileId: file.id },
      call,
      clock: this.#clock,
      onKept: (lock) => this.#set({ lock }),
      onLost: (error) => void this.#lose(error),
      onEnding: () => void this.#runOut(),
    })
    const onEdit = (lastEdit: LastEdit) => this.#set({ lastEdit })
    this.feed = new TranscriptFeed(
      {
        session,
        transcriptId,
        call,
        clock: this.#clock,
        inTurn: turns,
        read: reread,
        onLock: (lock) => this.#judge(lock),
        onLockHeard: (lock) => void this.receiveLock(lock),
        onEdit,
      },
      read,
    )
    this.#saver = new Saver({
      session,
      transcriptId,
      call,
      feed: this.feed,
      inTurn: turns,
      lock: this.#lock,
      onSaving: (saving) => this.#set({ saving }),
      onLock: (lock) => this.#set({ lock }),
      onEdit,
      onLost: (error) => this.#lose(error),
      onRefused: (error) => ports.tell({ kind: 'notSaved', error }),
    })
    this.attempts = new EditAttempts({ session, reload: () => this.feed.reload(), tell: ports.tell })
    this.#unsubscribe = session.subscribe(({ cause, changes }) => {
      if (changes && (cause === 'edit' || cause === 'undo')) this.#lock.changed(changes)
    })
    this.#judge(read.lock ?? null)
    // The given response may be old and does not contain the time of the server.
    void this.#ask()
    void this.#findDrafts()
  }

  readonly getState = (): EditState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes the lock and starts edit mode. `takeOver` takes it from another tab or device of the same user. */
  async start({ takeOver = false } = {}): Promise<Started> {
    if (this.#state.mode !== 'reading') return 'editing'
    const { session, drafts, tell } = this.#ports
    this.#set({ mode: 'starting' })
    try {
      await this.#take(takeOver)
      // With the lock held, no other client can save: the current revision is the one to edit.
      await Promise.all([this.feed.catchUp(), drafts.prepare()])
      if (this.#isDestroyed) throw new Error('the page was left')
      session.setEditing(true)
      this.#draft.begin()
      this.#set({ mode: 'editing', saving: 'idle' })
      return 'editing'
    } catch (error) {
      this.#lock.release()
      this.#lock.forget()
      this.#set({ mode: 'reading' })
      if (this.#isDestroyed) return 'failed'
      const lock = lockIn(error)
      if (lock) this.#judge(lock)
      if (codeOf(error) === 'E_CONFLICT' && lock?.by.id === this.#ports.me) return 'elsewhere'
      tell(codeOf(error) === 'E_LOCKED' ? { kind: 'lockedByOther' } : { kind: 'failed', error })
      return codeOf(error) === 'E_LOCKED' ? 'locked' : 'failed'
    }
  }

  /** Saves unsaved changes. Returns true when the server has them all. */
  save(): Promise<boolean> {
    this.#ports.session.commitComposition()
    return this.#saver.save()
  }

  /**
   * Ends edit mode if nothing is unsaved. A running save that contains the current document is awaited first. Returns
   * false if something is unsaved; edit mode then continues.
   */
  async finishIfSaved(): Promise<boolean> {
    const { session } = this.#ports
    if (this.#saver.carriesAll) await this.#saver.settled()
    if (this.#state.mode !== 'editing') return true
    return hasUnsaved(session.getState()) ? false : this.finish()
  }

  /** Saves and ends edit mode. Returns false when saving failed; edit mode then continues. */
  async finish(): Promise<boolean> {
    if (!(await this.#allSaved())) return false
    if (this.#state.mode === 'editing') await this.#end()
    return true
  }

  /** Discards unsaved changes and ends edit mode. A running save is not undone; the reload shows its content. */
  async discard(): Promise<void> {
    if (this.#state.mode !== 'editing') return
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
    if (!this.attempts.do(() => session.edit((today) => rebaseChanges(today, draft.changes)))) return
    // The old draft is deleted only after the new one contains its changes.
    await this.#draft.flush()
    await this.dropDraft(draft)
  }

  async dropDraft(draft: Draft): Promise<void> {
    try {
      await this.#ports.drafts.drop(draft)
      await this.#findDrafts()
    } catch (error) {
      this.#ports.tell({ kind: 'failed', error })
    }
  }

  /**
   * Calls `act` with the version of the lock, after saving. Outside edit mode, takes the lock for the duration of the
   * call. Null when saving failed or the lock was not obtained.
   */
  async withLock<T>(act: (version: number) => Promise<T>): Promise<T | null> {
    const isOwn = this.#state.mode === 'editing'
    if (isOwn ? !(await this.#allSaved()) : (await this.start()) !== 'editing') return null
    try {
      return await act(this.#lock.version as number)
    } finally {
      await this.#ask()
      if (!isOwn && this.#state.mode === 'editing') await this.#end()
    }
  }

  /** Handles a message about the lock. Messages may be late: in edit mode, the server is asked. */
  async receiveLock(lock: EditLock | null): Promise<void> {
    if (this.#state.mode === 'reading' || lock?.version === this.#lock.version) this.#judge(lock)
    else await this.check()
  }

  /** Fetches changes and lock after the page was suspended, offline or not subscribed, and retries a failed save. */
  async check(): Promise<void> {
    await this.#ask()
    this.#saver.retryNow()
  }

  /** Refreshes the lock while the user plays or seeks without changing text. */
  present(): void {
    if (this.#state.mode === 'editing') this.#lock.changed([])
  }

  /** Writes unsaved changes to the draft store immediately. */
  keepDraft(): void {
    this.#ports.session.commitComposition()
    void this.#draft.flush()
  }

  /** Writes the draft and releases the lock because the page is hidden or closed. */
  leave(): void {
    if (this.#state.mode === 'reading') return
    this.keepDraft()
    this.#lock.release({ keepalive: true })
  }

  destroy(): void {
    this.#isDestroyed = true
    this.leave()
    void this.#draft.end()
    this.#lock.forget()
    this.#saver.stop()
    this.#watch.watch(null)
    this.#unsubscribe()
    this.#listeners.clear()
  }

  #set(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Applies the lock that the server has reported. */
  #judge(lock: EditLock | null): void {
    if (lock !== null && lock.version <= this.#ended) return
    const { mode, lock: before } = this.#state
    const version = this.#lock.version
    if (version !== null && lock?.version === version) this.#lock.renewed(lock)
    this.#set({ lock })
    if (mode === 'editing' && lock === null) void this.#runOut(this.#lock.isRunning ? 'endedElsewhere' : 'expired')
    if (mode === 'editing' && lock !== null && lock.version !== version) void this.#lose(null)
    if (mode !== 'reading') return this.#watch.watch(null)
    this.#watch.watch(lock)
    if (lock !== null || before === null) return
    void this.#ask()
    void this.#findDrafts()
  }

  /** Saves until nothing is pending, including text that is typed or composed during a save. */
  async #allSaved(): Promise<boolean> {
    const { session } = this.#ports
    // After an undo the document may equal the last saved state while a running save stores something else.
    await this.#saver.settled()
    for (session.commitComposition(); session.getState().isDirty; session.commitComposition())
      if (!(await this.#saver.save())) return false
    return true
  }

  /** Saves and ends edit mode because the lock expires soon, has expired, or was ended elsewhere. */
  async #runOut(kind: 'expired' | 'endedElsewhere' = 'expired'): Promise<void> {
    if (this.#state.mode !== 'editing') return
    if (await this.finish()) this.#ports.tell({ kind })
    else this.#saver.endWith(() => void this.#runOut(kind))
  }

  /** Takes the lock, also from this tab's previous edit mode when the server has not processed its release yet. */
  async #take(takeOver: boolean): Promise<void> {
    try {
      await this.#lock.take(takeOver)
    } catch (error) {
      const lock = lockIn(error)
      const isReleased = lock?.by.id === this.#ports.me && lock.version === this.#ended
      if (codeOf(error) !== 'E_CONFLICT' || !isReleased) throw error
      await this.#lock.take(true)
    }
  }

  async #end(): Promise<void> {
    this.#set({ mode: 'ending' })
    this.#ports.session.setEditing(false)
    await this.#draft.end()
    this.#ended = this.#lock.version ?? this.#ended
    this.#lock.release()
    this.#lock.forget()
    this.#saver.stop()
    this.#set({ mode: 'reading', lock: null, saving: 'idle' })
  }

  /** Ends edit mode because another user, or the same user elsewhere, edits now. Unsaved changes stay as a draft. */
  async #lose(error: unknown): Promise<void> {
    if (this.#state.mode !== 'editing') return
    const { session, me, tell } = this.#ports
    const lock = error === null ? this.#state.lock : lockIn(error)
    session.commitComposition()
    this.#set({ mode: 'ending' })
    this.#lock.forget()
    this.#saver.stop()
    await this.#draft.end()
    session.setEditing(false)
    this.#set({ mode: 'reading', lock, saving: 'idle' })
    tell(whyLost(error, { lock, me }))
    setTimeout(() => void this.#refresh(), RELOAD_MS)
  }

  /** Reloads the transcript in reading mode. Pending changes are in a draft already. */
  async #refresh(): Promise<void> {
    if (this.#state.mode !== 'reading') return
    await this.feed.reload().catch(() => this.#ports.session.discard())
    await this.#findDrafts()
  }

  /** Fetches changes and lock. Errors are ignored. */
  #ask(): Promise<void> {
    return this.feed.catchUp().catch(() => undefined)
  }

  /** Drafts without a difference to the transcript are dropped: a tab closed during a save leaves one. */
  async #findDrafts(): Promise<void> {
    const { drafts, read, session } = this.#ports
    const found = await orphansOf(await drafts.list(read.transcript.id))
    const { saved } = session.getState()
    const isStored = ({ changes: pending }: Draft) => {
      const { changes, conflicts } = rebase(saved, pending)
      return changes.length === 0 && conflicts.length === 0
    }
    await Promise.all(found.filter(isStored).map((draft) => drafts.drop(draft)))
    this.#set({ drafts: found.filter((draft) => !isStored(draft)) })
  }
}
