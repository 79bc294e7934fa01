import type { ChangeSet, RevisionChanges } from '@kaiwa/contract/transcript-edits.ts'
import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import type { EditSession } from '@kaiwa/editor'
import { toTranscriptDocument } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import type { call } from '../../platform/call.ts'
import type { CallResult } from '../../platform/call-types.ts'
import type { ChannelHandlers } from '../../platform/realtime/use-channel.ts'
import type { ServerClock } from './server-clock.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import { extendSession } from './extend-session.ts'
import type { Enqueue } from './task-queue.ts'

/** Person and time (ISO 8601) of the last save. */
export interface LastEdit {
  readonly by: Person | null
  readonly at: string | null
}

/** A message about a new revision. `changes` is null when the message does not contain them. */
export interface RevisionMessage {
  revision: number
  changes: ChangeSet | null
  edited_by?: Person | null
  edited_at?: string
}

interface Ports {
  session: EditSession
  transcriptId: number
  /** Id of the signed-in user. */
  userId: number
  call: typeof call
  clock: ServerClock
  /** Shared with the saver, so that a save never overlaps with applying the changes of others. */
  enqueue: Enqueue
  /** Reads the whole transcript from the server. */
  readTranscript: () => Promise<ReadTranscript>
  /** Subscribes to the channel of the file; returns the function that ends it. */
  listen: (handlers: ChannelHandlers) => () => void
  onLock: (lock: EditLock | null) => void
  /** Called with the lock of a message, which may be late. */
  onLockMessage: (lock: EditLock | null) => void
  /** Called after each subscription: messages before it were lost. */
  onSubscribed: () => void
  /** Called with the lock of a cached response, which may be old. */
  onCachedLock: (lock: EditLock | null) => void
  onEdit: (edit: LastEdit) => void
  /** Returns the document of a draft that the expiry of the lock has published; null if this tab has not stored it. */
  onPublished: (draft: NonNullable<CallResult<'getTranscriptChanges'>['published_draft']>) => EditableDocument | null
}

/**
 * Keeps a session up to date with the server. Listens to the channel of the file: changes in a message are applied when they
 * follow the current revision; otherwise missing changes are requested, or the whole transcript is read. Pending changes are rebased.
 */
export class TranscriptFeed {
  readonly #ports: Ports
  #lastShown: ReadTranscript | null
  /** Resolves when all parts of the transcript have arrived; null afterwards. */
  #completion: PromiseWithResolvers<void> | null = null
  readonly #leave: () => void
  /** The request for changes that waits in the queue; null when none does. */
  #waiting: Promise<void> | null = null
  #isStopped = false

  constructor(ports: Ports, initial: ReadTranscript) {
    this.#ports = ports
    this.#lastShown = initial
    const { onLockMessage, onSubscribed } = ports
    const onRevision = ({ revision }: { revision: number }) => void this.receive({ revision, changes: null })
    this.#leave = ports.listen({
      'transcript-changed': (message) => void this.receive(message),
      'transcript-tag-updated': onRevision,
      'block-speaker-changed': onRevision,
      'transcript-blocks-reanalysed': onRevision,
      'transcript-edit-lock-updated': ({ lock }) => onLockMessage(lock),
      onSubscribed,
      onResubscribed: onSubscribed,
    })
    if (!initial.isPartial) return
    // Saves of others, edit mode and drafts wait in the queue until the session has all blocks.
    const completion = Promise.withResolvers<void>()
    this.#completion = completion
    void ports.enqueue(() => completion.promise)
  }

  stop(): void {
    this.#isStopped = true
    this.#leave()
  }

  /** Handles a message. Never throws. */
  async receive(message: RevisionMessage): Promise<void> {
    const { session, enqueue, onEdit, userId } = this.#ports
    await enqueue(async () => {
      const { revision, changes, edited_by = null, edited_at = '' } = message
      const { saved, isEditing } = session.getState()
      const known = saved.revision
      if (revision <= known) return
      // A change of this user may be the published draft of this tab.
      const isOwn = isEditing && edited_by?.id === userId
      if (
        changes &&
        !isOwn &&
        revision === known + 1 &&
        (await this.#apply([{ revision, changes, edited_by, edited_at }]))
      )
        onEdit({ by: edited_by, at: edited_at })
      else await this.#fetchChanges()
    }).catch(() => undefined)
  }

  /**
   * Fetches changes since the current revision, and the lock. Callers share a request that has not begun yet. Throws when
   * the request fails.
   */
  catchUp(): Promise<void> {
    this.#waiting ??= this.#ports.enqueue(() => {
      this.#waiting = null
      return this.#fetchChanges()
    })
    return this.#waiting
  }

  /** Reads the whole transcript, also when the revision has not changed. */
  reload(): Promise<void> {
    const { session, enqueue } = this.#ports
    return enqueue(() => this.reloadNow(session.getState().saved))
  }

  /** Like `reload`, for callers that run in the queue. `base` is the document as far as the server has stored it. */
  async reloadNow(base?: EditableDocument): Promise<void> {
    const { readTranscript, onLock } = this.#ports
    this.#show(await readTranscript(), onLock, base)
  }

  /** Reads the whole transcript after the server has refused a save as outdated. For callers that run in the queue. */
  async reloadStale(): Promise<void> {
    const { session, transcriptId, call, onPublished } = this.#ports
    const since = session.getState().saved.revision
    const { published_draft } = await call('getTranscriptChanges', { params: { id: transcriptId }, query: { since } })
    await this.reloadNow((published_draft && onPublished(published_draft)) ?? undefined)
  }

  /** Shows a transcript that the query cache has received, after a running save has its response. */
  show(read: ReadTranscript): Promise<void> {
    const { enqueue, onCachedLock } = this.#ports
    if (this.#completion) return read.isPartial ? Promise.resolve() : this.#complete(read)
    return enqueue(async () => this.#show(read, onCachedLock))
  }

  /** Adds the remaining blocks. Saves and drafts wait in the queue until then. */
  async #complete(read: ReadTranscript): Promise<void> {
    const { session, onEdit } = this.#ports
    const completion = this.#completion
    this.#completion = null
    this.#lastShown = read
    const whole = toTranscriptDocument(read)
    const { saved } = session.getState()
    if (whole.revision === saved.revision) await extendSession(session, whole, () => !this.#isStopped)
    else {
      // The parts were requested again after a failure, and another user has saved in between.
      session.load(whole)
      onEdit({ by: read.transcript.last_edited_by, at: read.transcript.last_edited_at })
    }
    completion?.resolve()
  }

  /** Loads a response into the session, unless messages have already brought a newer revision. */
  #show(read: ReadTranscript, onLock: Ports['onLock'], base?: EditableDocument): void {
    if (read === this.#lastShown) return
    this.#lastShown = read
    const { session, onEdit } = this.#ports
    const { transcript, lock = null } = read
    const { saved, isEditing } = session.getState()
    if (transcript.revision < saved.revision) return
    // The revision is unchanged: keep the undo history.
    if (isEditing && !base && transcript.revision === saved.revision) return onLock(lock)
    session.commitComposition((uuid) => read.blocks[uuid] !== undefined)
    const loaded = toTranscriptDocument(read)
    if (!isEditing || !session.rebaseOn(loaded, base)) {
      const pending = isEditing ? session.changesSince(base ?? saved) : []
      session.load(loaded)
      if (pending.length > 0) session.applyRebased(pending)
    }
    onEdit({ by: transcript.last_edited_by, at: transcript.last_edited_at })
    onLock(lock)
  }

  /** Applies saves of others. Returns false when the transcript must be read again. */
  async #apply(saves: readonly RevisionChanges[]): Promise<boolean> {
    if (saves.length === 0) return true
    const { session } = this.#ports
    try {
      await session.prepare()
    } catch {
      // The code could not be loaded. The whole transcript can be shown without it.
      return false
    }
    return session.applyRemoteSaves(saves)
  }

  async #fetchChanges(): Promise<void> {
    // Provisional text during the analysis has no saves and cannot be edited.
    if (this.#lastShown?.transcript.status !== 'completed') return
    const { session, transcriptId, call, clock, onLock, onEdit, onPublished } = this.#ports
    const since = session.getState().saved.revision
    const answer = await call('getTranscriptChanges', { params: { id: transcriptId }, query: { since } })
    clock.set(answer.now)
    const base = (answer.published_draft && onPublished(answer.published_draft)) ?? undefined
    if (base || answer.reload || !(await this.#apply(answer.data))) return this.reloadNow(base)
    const last = answer.data.at(-1)
    if (last) onEdit({ by: last.edited_by, at: last.edited_at })
    onLock(answer.lock)
  }
}
