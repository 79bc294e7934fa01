import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import type { EditSession } from '@kaiwa/editor'
import { netChangesBetween, toTranscriptDocument } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import type { call } from '../../platform/call.ts'
import type { InTurn } from './in-turn.ts'
import { rebaseChanges } from './rebase-changes.ts'
import type { ServerClock } from './server-clock.ts'

/** Person and time (ISO 8601) of the last save. */
export interface LastEdit {
  readonly by: Person | null
  readonly at: string | null
}

/** A message about a new revision. `changes` is null when the message does not contain them. */
export interface News {
  revision: number
  changes: ChangeSet | null
  edited_by?: Person | null
  edited_at?: string
}

interface Ports {
  session: EditSession
  transcriptId: number
  call: typeof call
  clock: ServerClock
  /** Shared with the saver, so that a save never overlaps with applying the changes of others. */
  inTurn: InTurn
  /** Reads the whole transcript from the server. */
  read: () => Promise<TranscriptResponse>
  onLock: (lock: EditLock | null) => void
  /** Called with the lock of a response that may be old. */
  onLockHeard: (lock: EditLock | null) => void
  onEdit: (edit: LastEdit) => void
}

/**
 * Keeps a session up to date with the server. Changes in a message are applied when they follow the current revision;
 * otherwise missing changes are requested, or the whole transcript is read. Pending changes are rebased.
 */
export class TranscriptFeed {
  readonly #ports: Ports
  #shown: TranscriptResponse | null

  constructor(ports: Ports, shown: TranscriptResponse) {
    this.#ports = ports
    this.#shown = shown
  }

  /** Handles a message. Never throws. */
  async receive(news: News): Promise<void> {
    const { session, inTurn, onEdit } = this.#ports
    await inTurn(async () => {
      const { revision, changes, edited_by = null, edited_at = '' } = news
      const known = session.getState().saved.revision
      if (revision <= known) return
      if (changes && revision === known + 1 && session.applyRemoteSaves([{ revision, changes, edited_by, edited_at }]))
        onEdit({ by: edited_by, at: edited_at })
      else await this.#ask()
    }).catch(() => undefined)
  }

  /** Fetches changes since the current revision, and the lock. Throws when the request fails. */
  catchUp(): Promise<void> {
    return this.#ports.inTurn(() => this.#ask())
  }

  /** Reads the whole transcript, also when the revision has not changed. */
  reload(): Promise<void> {
    const { session, inTurn } = this.#ports
    return inTurn(() => this.readAnew(session.getState().saved))
  }

  /** Like `reload`, for callers inside of `inTurn`. `base` is the document as far as the server has stored it. */
  async readAnew(base?: EditableDocument): Promise<void> {
    const { read, onLock } = this.#ports
    this.#show(await read(), onLock, base)
  }

  /** Shows a transcript that was read elsewhere, after a running save has its response. */
  show(read: TranscriptResponse): Promise<void> {
    const { inTurn, onLockHeard } = this.#ports
    return inTurn(async () => this.#show(read, onLockHeard))
  }

  /** Loads a response into the session, unless messages have already brought a newer revision. */
  #show(read: TranscriptResponse, onLock: Ports['onLock'], base?: EditableDocument): void {
    if (read === this.#shown) return
    this.#shown = read
    const { session, onEdit } = this.#ports
    const { transcript, lock = null } = read
    const { saved, isEditing } = session.getState()
    if (transcript.revision < saved.revision) return
    // The revision is unchanged: keep the undo history.
    if (isEditing && !base && transcript.revision === saved.revision) return onLock(lock)
    session.commitComposition((uuid) => read.blocks[uuid] !== undefined)
    const pending = isEditing ? netChangesBetween(base ?? saved, session.getState().document) : []
    session.load(toTranscriptDocument(read))
    if (pending.length > 0) session.edit((today) => rebaseChanges(today, pending))
    onEdit({ by: transcript.last_edited_by, at: transcript.last_edited_at })
    onLock(lock)
  }

  async #ask(): Promise<void> {
    const { session, transcriptId, call, clock, onLock, onEdit } = this.#ports
    const since = session.getState().saved.revision
    const answer = await call('getTranscriptChanges', { params: { id: transcriptId }, query: { since } })
    clock.note(answer.now)
    if (answer.reload || !session.applyRemoteSaves(answer.data)) return this.readAnew()
    const last = answer.data.at(-1)
    if (last) onEdit({ by: last.edited_by, at: last.edited_at })
    onLock(answer.lock)
  }
}
