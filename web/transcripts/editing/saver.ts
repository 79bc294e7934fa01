import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import type { EditSession, PendingSave } from '@kaiwa/editor'
import type { call } from '../../platform/call.ts'
import { retryDelay, classifyFailure } from './edit-failures.ts'
import type { LockLease } from './lock-lease.ts'
import type { Enqueue } from './task-queue.ts'
import type { LastEdit, TranscriptFeed } from './transcript-feed.ts'

/**
 * State of saving. `waiting`: failed, will be retried. `contested`: failed because others keep changing the same
 * blocks, will be retried. `refused`: rejected by the server, not retried.
 */
export type Saving = 'idle' | 'saving' | 'waiting' | 'contested' | 'refused'

/** Number of immediate rebases of a save on what others have saved, before it is retried later. */
const MAX_REBASES = 3

/** Timeout of a save in milliseconds. It is then sent again; the server recognises repeated saves. */
const SAVE_TIMEOUT_MS = 60_000

interface Ports {
  session: EditSession
  transcriptId: number
  call: typeof call
  feed: TranscriptFeed
  enqueue: Enqueue
  lock: LockLease
  onSaving: (saving: Saving) => void
  onLock: (lock: EditLock | null) => void
  onEdit: (edit: LastEdit) => void
  onLost: (error: unknown) => Promise<void>
  onRefused: (error: unknown) => void
}

/** Saves the pending changes of a session, one save at a time, and retries failed saves. Does not block typing. */
export class Saver {
  readonly #ports: Ports
  #running: Promise<boolean> | null = null
  /** The content of the running save; null until the request is sent. */
  #sending: PendingSave | null = null
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | null = null
  #onSaved: (() => void) | null = null

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /**
   * Returns true when the server has stored the document as it is at the time of the call. A running save of an older
   * document is followed by another one.
   */
  save(): Promise<boolean> {
    if (this.#running && !this.includesAll) return this.#running.then((isSaved) => isSaved && this.save())
    this.#running ??= this.#ports
      .enqueue(() => this.#send(0))
      .finally(() => {
        this.#running = null
        this.#sending = null
      })
    return this.#running
  }

  /** True when a save is running that contains the current document. */
  get includesAll(): boolean {
    const { document } = this.#ports.session.getState()
    return this.#running !== null && (this.#sending === null || this.#sending.document === document)
  }

  /** Waits for the running save, if there is one. */
  async waitForRunning(): Promise<void> {
    await this.#running
  }

  /** Retries a waiting save immediately, because the network may be back. */
  retryNow(): void {
    if (this.#retryTimer) void this.#startRetry()
  }

  /** Sets a callback that is called once, after the waiting save has succeeded. */
  onceSaved(callback: () => void): void {
    this.#onSaved = callback
  }

  stop(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer)
    this.#retryTimer = null
    this.#attempts = 0
    this.#onSaved = null
  }

  async #send(rebased: number): Promise<boolean> {
    const { session, transcriptId, call, lock, onSaving } = this.#ports
    const save = session.toSave()
    const version = lock.version
    if (!save || version === null) return save === null
    this.#sending = save
    onSaving('saving')
    try {
      const body = { ...save.changes, revision: save.revision, lock_version: version }
      const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS)
      const answer = await call('saveBlocks', { params: { id: transcriptId }, body }, { signal })
      await this.#saved(save, answer, version)
      return true
    } catch (error) {
      // Edit mode ended before the response: no retry.
      return lock.version === version ? this.#failed(error, rebased) : false
    }
  }

  async #saved(
    save: PendingSave,
    answer: Awaited<ReturnType<typeof call<'saveBlocks'>>>,
    version: number,
  ): Promise<void> {
    const { session, feed, lock, onSaving, onLock, onEdit } = this.#ports
    if (answer.revision === save.revision + 1) session.markSaved(save, answer.revision)
    // Others saved in between: after a reload, only changes made since this save are pending.
    else await feed.reloadNow(save.document)
    onEdit({ by: answer.last_edited_by, at: answer.last_edited_at })
    // Edit mode ended before the response: its lock is outdated.
    if (lock.version !== version) return
    if (answer.lock) lock.update(answer.lock)
    onLock(answer.lock)
    onSaving('idle')
    const onSaved = this.#onSaved
    this.stop()
    onSaved?.()
  }

  async #failed(error: unknown, rebased: number): Promise<boolean> {
    const { feed, onSaving, onLost, onRefused } = this.#ports
    const kind = classifyFailure(error)
    if (kind === 'stale') {
      try {
        await feed.reloadStale()
      } catch (unread) {
        return this.#failed(unread, rebased)
      }
      if (rebased < MAX_REBASES) return this.#send(rebased + 1)
      this.#scheduleRetry('contested')
    } else if (kind === 'retry') this.#scheduleRetry('waiting')
    else if (kind === 'refused') {
      onSaving('refused')
      onRefused(error)
    } else if (kind === 'signed-out') onSaving('idle')
    else await onLost(error)
    return false
  }

  /** Schedules a retry with an increasing delay. */
  #scheduleRetry(reason: 'waiting' | 'contested'): void {
    this.#ports.onSaving(reason)
    this.#retryTimer ??= setTimeout(() => void this.#startRetry(), retryDelay(this.#attempts++))
  }

  async #startRetry(): Promise<void> {
    if (this.#retryTimer) clearTimeout(this.#retryTimer)
    this.#retryTimer = null
    await this.save()
  }
}
