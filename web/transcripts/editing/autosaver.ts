import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession } from '@kaiwa/editor'
import { draftDelta } from '@kaiwa/transcript'
import type { DraftDelta, EditableDocument, NetChange } from '@kaiwa/transcript'
import { ApiError } from '../../platform/api-error.ts'
import type { call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import type { Enqueue } from './task-queue.ts'

/** Timeout of an autosave in milliseconds. The next one sends everything again. */
const TIMEOUT_MS = 30_000

interface Ports {
  session: EditSession
  transcriptId: number
  call: typeof call
  enqueue: Enqueue
  /** Version of the lock under which the changes are made. */
  lockVersion: number
  /** Id of the draft in this browser. */
  key: string
  /** Time of the last autosave; null when the server has no draft. */
  onStored: (at: string | null) => void
  /** The server has changed a block of the draft. */
  onStale: () => void
}

/** The blocks of an autosave. */
function toDraftBody({
  changed,
  reverted,
}: DraftDelta): Pick<CallInput<'saveDraft'>['body'], 'put' | 'delete' | 'revert'> {
  return {
    put: changed.flatMap(({ after, previous }) => {
      if (!after) return []
      const { sentiment: _, terms, tags, ...block } = after
      return [{ ...block, terms: [...terms], tags: [...tags], previous }]
    }),
    delete: changed.filter(({ after }) => !after).map(({ uuid }) => uuid),
    revert: [...reverted],
  }
}

/**
 * Stores pending changes as a draft on the server every few seconds: only those that changed since the last time. Errors
 * are not reported, because the draft in this browser has the changes too; the next autosave sends what is missing.
 */
export class Autosaver {
  readonly #ports: Ports
  readonly #timer: ReturnType<typeof setInterval>
  /** The changes that the server has. */
  #sent = new Map<string, NetChange>()
  /** Version of the draft on the server: 0 if it has none, null if unknown after a failed call. */
  #version: number | null = 0
  /** The document as the draft on the server has it. */
  #stored: EditableDocument | null = null
  #isPaused = false
  #running: { abort: AbortController; ended: Promise<void> } | null = null

  constructor(ports: Ports) {
    this.#ports = ports
    this.#timer = setInterval(() => void this.store(), LIMITS.autosaveSeconds * 1_000)
  }

  /** Stores what changed since the last autosave. Returns true when the server has all pending changes. */
  store(): Promise<boolean> {
    return this.#ports.enqueue(() => this.#store()).catch(() => false)
  }

  /** Aborts a running autosave, so that a save does not wait for it. */
  abort(): void {
    this.#running?.abort.abort()
  }

  /** Forgets the draft: the server has deleted it with a save or published it. */
  reset(): void {
    if (this.#version === 0) return
    this.#sent = new Map()
    this.#version = 0
    this.#stored = null
    this.#ports.onStored(null)
  }

  /** Deletes the draft on the server, if there is one, and stores no other. Throws when that fails. */
  async clear(): Promise<void> {
    this.#isPaused = true
    this.abort()
    const { call, transcriptId: id, lockVersion } = this.#ports
    try {
      // Does not wait for a running save.
      await this.#running?.ended
      if (this.#version === 0) return
      await call('deleteDraft', { params: { id, lockVersion } })
      this.reset()
    } catch (error) {
      this.#isPaused = false
      throw error
    }
  }

  /** The document of a draft that the server has published, if this tab has stored it. */
  documentOf({ lock_version, version }: { lock_version: number; version: number }): EditableDocument | null {
    return lock_version === this.#ports.lockVersion && version === this.#version ? this.#stored : null
  }

  stop(): void {
    this.#isPaused = true
    clearInterval(this.#timer)
  }

  async #store(): Promise<boolean> {
    if (this.#isPaused) return false
    const { session } = this.#ports
    const { document, saved } = session.getState()
    const pending = session.pendingChanges()
    const isUnknown = this.#version === null
    const delta = draftDelta(isUnknown ? new Map() : this.#sent, pending)
    // After a failed call, the draft may have changes that were undone since.
    if (!isUnknown && delta.changed.length + delta.reverted.length === 0) return true
    const since = this.#version ?? 0
    const { call, transcriptId: id, lockVersion, key, onStored, onStale } = this.#ports
    const ended = Promise.withResolvers<void>()
    const abort = new AbortController()
    this.#running = { abort, ended: ended.promise }
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)])
    this.#version = null
    try {
      const body = { ...toDraftBody(delta), revision: saved.revision, since, key }
      const { version, saved_at } = await call('saveDraft', { params: { id, lockVersion }, body }, { signal })
      this.#sent = new Map(pending.map((change) => [change.uuid, change]))
      this.#version = version
      this.#stored = document
      onStored(version === 0 ? null : saved_at)
      return true
    } catch (error) {
      const reason = error instanceof ApiError && error.code === 'E_CONFLICT' ? error.body['reason'] : null
      // Nothing was stored.
      if (reason === 'revision') this.#version = isUnknown ? null : since
      if (reason === 'revision') onStale()
      // Another call has replaced or deleted the draft: everything is sent again.
      if (reason !== 'draft' || since === 0) return false
    } finally {
      this.#running = null
      ended.resolve()
    }
    return this.#store()
  }
}
