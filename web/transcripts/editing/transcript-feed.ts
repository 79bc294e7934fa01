import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import type { EditSession } from '@kaiwa/editor'
import { netChangesBetween, toTranscriptDocument } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import type { call } from '../../platform/call.ts'
import type { InTurn } from './in-turn.ts'
import { putOn } from './put-on.ts'
import type { ServerClock } from './server-clock.ts'

/** Who saved last, and when. */
export interface LastEdit {
  readonly by: Person | null
  readonly at: string | null
}

/** A message that says that there is a revision; `changes` only where it carries them. */
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
  /** Shared with whoever saves: a save and what others saved never cross. */
  inTurn: InTurn
  /** Reads the whole transcript from the server. */
  read: () => Promise<TranscriptResponse>
  onLock: (lock: EditLock | null) => void
  /** The same from a reading that may have been on its way for long. */
  onLockHeard: (lock: EditLock | null) => void
  onEdit: (edit: LastEdit) => void
}

/**
 * Keeps a session true to the server. Messages are hints: what they carry is applied where it fits, what is missing is
 * asked for, and where neither helps the transcript is read anew. What is pending here stays on top of it all.
 */
export class TranscriptFeed {
  readonly #ports: Ports
  #shown: TranscriptResponse | null

  constructor(ports: Ports, shown: TranscriptResponse) {
    this.#ports = ports
    this.#shown = shown
  }

  /** A message came; never throws. */
  async hear(news: News): Promise<void> {
    const { session, inTurn, onEdit } = this.#ports
    await inTurn(async () => {
      const { revision, changes, edited_by = null, edited_at = '' } = news
      const known = session.getState().saved.revision
      if (revision <= known) return
      if (changes && revision === known + 1 && session.follow([{ revision, changes, edited_by, edited_at }]))
        onEdit({ by: edited_by, at: edited_at })
      else await this.#ask()
    }).catch(() => undefined)
  }

  /** Asks for what was saved since, and who edits now. Throws when there is no answer. */
  catchUp(): Promise<void> {
    return this.#ports.inTurn(() => this.#ask())
  }

  /** Reads everything anew, whether or not it seems to be needed. */
  reload(): Promise<void> {
    const { session, inTurn } = this.#ports
    return inTurn(() => this.readAnew(session.getState().saved))
  }

  /** The same from within a turn; `base` is what the server has of what is shown. */
  async readAnew(base?: EditableDocument): Promise<void> {
    const { read, onLock } = this.#ports
    this.#show(await read(), onLock, base)
  }

  /** Somebody read the transcript: it is shown in its turn, so that a save under way has its answer first. */
  show(read: TranscriptResponse): Promise<void> {
    const { inTurn, onLockHeard } = this.#ports
    return inTurn(async () => this.#show(read, onLockHeard))
  }

  /** An answer that was overtaken by messages is left aside. */
  #show(read: TranscriptResponse, onLock: Ports['onLock'], base?: EditableDocument): void {
    if (read === this.#shown) return
    this.#shown = read
    const { session, onEdit } = this.#ports
    const { transcript, lock = null } = read
    const { saved, isEditing } = session.getState()
    if (transcript.revision < saved.revision) return
    // Nothing new: whoever edits keeps the way back.
    if (isEditing && !base && transcript.revision === saved.revision) return onLock(lock)
    session.settle((uuid) => read.blocks[uuid] !== undefined)
    const pending = isEditing ? netChangesBetween(base ?? saved, session.getState().document) : []
    session.load(toTranscriptDocument(read))
    if (pending.length > 0) session.edit((today) => putOn(today, pending))
    onEdit({ by: transcript.last_edited_by, at: transcript.last_edited_at })
    onLock(lock)
  }

  async #ask(): Promise<void> {
    const { session, transcriptId, call, clock, onLock, onEdit } = this.#ports
    const since = session.getState().saved.revision
    const answer = await call('getTranscriptChanges', { params: { id: transcriptId }, query: { since } })
    clock.note(answer.now)
    if (answer.reload || !session.follow(answer.data)) return this.readAnew()
    const last = answer.data.at(-1)
    if (last) onEdit({ by: last.edited_by, at: last.edited_at })
    onLock(answer.lock)
  }
}
