import type { EditLock, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { EditSession } from '@kaiwa/editor/edit-session.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { toTranscriptDocument, typeText } from '@kaiwa/transcript'
import { expect, vi } from 'vitest'
import { ApiError } from '../../../platform/api-error.ts'
import type { call } from '../../../platform/call.ts'
import { DraftStore } from '../draft-store.ts'
import { EditControl } from '../edit-control.ts'
// Loaded in advance: edit mode imports it while time is fake.
import '@kaiwa/editor/edit-tools.ts'
import '../edit-mode.ts'
import '../restorable-drafts.ts'
import type { EditMessage } from '../edit-ports.ts'

// A tab with a scripted server: `server` defines the answer to each call, and `calls` records them. Uses fake time.

const ME = 1
export const START_TIME = Date.parse('2026-11-21T10:00:00.000Z')
const TRANSCRIPT = 9

export interface Body {
  revision?: number
  lock_version?: number
  changed_block_uuids?: string[]
  since?: number
  key?: string
  put?: { uuid: string; content: string }[]
  delete?: string[]
  revert?: string[]
}
type Answer = (body: Body) => unknown
type Server = Record<
  | 'requestLock'
  | 'releaseLock'
  | 'saveBlocks'
  | 'getTranscriptChanges'
  | 'saveDraft'
  | 'deleteDraft'
  | 'listDrafts'
  | 'getDraft',
  Answer
>

export function uuid(last: number) {
  return `00000000-0000-4000-8000-00000000000${last}`
}

function person(id: number) {
  return { id, name: id === ME ? '山田' : '佐藤', avatar: null }
}

export function iso(ms: number) {
  return new Date(START_TIME + ms).toISOString()
}

/** A lock of 山田 (the user of this tab) or 佐藤 that expires `until` milliseconds after START_TIME. */
export function lockOf(who: '山田' | '佐藤', version: number, until = 300_000): EditLock {
  return {
    by: person(who === '山田' ? ME : 2),
    locked_block_uuids: [],
    until: iso(until),
    version,
  }
}

export function refuseWith(...error: ConstructorParameters<typeof ApiError>): Answer {
  return () => {
    throw new ApiError(...error)
  }
}

/** Advances the fake time by `ms` milliseconds and runs due timers. */
export function advanceTime(ms: number) {
  return vi.advanceTimersByTimeAsync(ms)
}

export class Tab {
  readonly can = { edit: true }
  readonly calls: { name: string; body: Body }[] = []
  readonly messages: EditMessage[] = []
  /** The lock in the responses of `read`. */
  lockInRead: EditLock | null = null
  /** Number of reads of the whole transcript. */
  readCount = 0
  /** Revision of the transcript on the server. */
  revision = 3
  /** The blocks that the server has; a save that a test accepts does not change them. */
  readonly blocks = {
    [uuid(1)]: block(uuid(1), 0, 'おはよう|ございます'),
    [uuid(2)]: block(uuid(2), 5, 'はい'),
  }
  readTranscript = async (): Promise<TranscriptResponse> => this.read()
  readonly session = new EditSession(toTranscriptDocument(this.read()))
  /** Fetching the key fails, so that drafts stay in memory. */
  readonly drafts = new DraftStore(ME, () => Promise.reject(new ApiError('OFFLINE', 0)))
  readonly server: Server = {
    requestLock: () => ({ lock: lockOf('山田', 7, performance.now() + 300_000), now: iso(performance.now()) }),
    releaseLock: () => ({ success: true }),
    saveBlocks: () => ({
      revision: ++this.revision,
      last_edited_by: person(ME),
      last_edited_at: iso(performance.now()),
      lock: lockOf('山田', 7, performance.now() + 300_000),
    }),
    getTranscriptChanges: this.changesAnswer(() => null),
    saveDraft: ({ since = 0 }) => ({ version: since + 1, saved_at: iso(performance.now()) }),
    deleteDraft: () => ({ success: true }),
    listDrafts: () => ({ data: [] }),
    getDraft: () => ({ changes: [] }),
  }
  readonly control = new EditControl({
    session: this.session,
    file: { id: 2, project_id: 3, can: this.can },
    userId: ME,
    initial: this.read(),
    readTranscript: () => {
      this.readCount++
      return this.readTranscript()
    },
    call: (async (name: keyof Server, { body = {} }: { body?: Body }, options?: { signal?: AbortSignal }) => {
      this.calls.push({ name, body })
      return this.onCall(name, options) ?? this.server[name](body)
    }) as unknown as typeof call,
    // Tests pass messages to the control.
    listen: () => () => undefined,
    drafts: this.drafts,
    showMessage: (message) => this.messages.push(message),
  })

  /** Answers a call instead of `server`, unless it returns undefined. */
  onCall: (name: string, options?: { signal?: AbortSignal }) => Promise<unknown> | undefined = () => undefined

  /** A response of `getTranscriptChanges` without changes: the lock and the time of the server. */
  changesAnswer(lock: () => EditLock | null, now = () => performance.now()): Answer {
    return () => ({
      revision: this.revision,
      reload: false,
      data: [],
      lock: lock(),
      now: iso(now()),
      published_draft: null,
    })
  }

  bodiesOf(name: string): Body[] {
    return this.calls.filter((one) => one.name === name).map(({ body }) => body)
  }

  text(): string | undefined {
    return this.session.getState().document.blocks.get(uuid(1))?.content
  }

  texts(): string[] {
    return [...this.session.getState().document.blocks].map(({ content }) => content)
  }

  type(added: string): void {
    this.session.edit((document) => typeText(document, { uuid: uuid(1), start: 0, end: 0 }, added), { isTyping: true })
  }

  storedDrafts() {
    return this.drafts.list(TRANSCRIPT)
  }

  /** Starts edit mode. From then on, the server returns the lock of this tab. */
  async edit(version = 7): Promise<void> {
    const lock = () => lockOf('山田', version, performance.now() + 300_000)
    this.server.requestLock = () => ({ lock: lock(), now: iso(performance.now()) })
    this.server.getTranscriptChanges = this.changesAnswer(lock)
    expect(await this.control.start()).toBe('editing')
  }

  /** The transcript after an import that has replaced all blocks. */
  imported(): TranscriptResponse {
    const { transcript, ...read } = this.read()
    const blocks = { [uuid(3)]: block(uuid(3), 0, 'こんにちは') }
    return { ...read, blocks, transcript: { ...transcript, block_order: [uuid(3)], revision: ++this.revision } }
  }

  /** The transcript on the server. */
  read(): TranscriptResponse {
    return {
      transcript: {
        id: TRANSCRIPT,
        status: 'completed',
        block_order: [uuid(1), uuid(2)],
        revision: this.revision,
        last_edited_by: null,
        last_edited_at: null,
      },
      blocks: { ...this.blocks },
      url: '',
      lock: this.lockInRead,
    }
  }
}
