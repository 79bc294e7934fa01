import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession } from '@kaiwa/editor'
import { draftDelta } from '@kaiwa/transcript'
import type { DraftDelta, EditableDocument, NetChange } from '@kaiwa/transcript'
import { ApiError, codeOf } from '../../platform/api-error.ts'
import type { call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import type { Enqueue } from './task-queue.ts'

/** Timeout of an autosave in milliseconds. */
const TIMEOUT_MS = 30_000
/** After failures, only each n-th autosave is tried: a server in trouble or a refused draft must not be sent for ever. */
const MAX_PAUSE = 6

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
  /** Others have changed a block of the draft, or the lock has ended. */
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
      const { terms, tags, ...block } = after
      return [{ ...block, terms: [...terms], tags: [...tags], previous }]
    }),
    delete: changed.filter(({ after }) => !after).map(({ uuid }) => uuid),
    revert: [...reverted],
  }
}

/**
 * Stores pending changes as a draft on the server every few seconds: only those that changed since the last time. Errors
 * are not reported, because the draft in this browser has the changes too; the next autosave sends what is missing. The
 * time of the last autosave is shown while the server has all that it was sent.
 */
export class Autosaver {
  readonly #ports: Ports
  readonly #timer: ReturnType<typeof setInterval>
  /** The changes that the server has. */
  #sent = new Map<string, NetChange>()
  /** Version of the draft that this tab has stored: 0 if there is none. */
  #version = 0
  /** A call has failed or was aborted: the server may have stored it, or store it yet. */
  #isUnsure = false
  #failures = 0
  /** Autosaves to skip. */
  #pause = 0
  /** The last document that this tab has stored, with the version of the draft. */
  #stored: { version: number; document: EditableDocument } | null = null
  #isPaused = false
  #running: { abort: AbortController; ended: Promise<void> } | null = null

  constructor(ports: Ports) {
    this.#ports = ports
    this.#timer = setInterval(() => {
      if (this.#pause > 0) this.#pause -= 1
      else void this.store()
    }, LIMITS.autosaveSeconds * 1_000)
  }

  /** Stores what changed since the last autosave. Returns true when the server has all pending changes. */
  store(): Promise<boolean> {
    return this.#ports.enqueue(() => this.#store()).catch(() => false)
  }

  /** Aborts a running autosave, so that a save does not wait for it. */
  abort(): void {
    this.#running?.abort.abort()
  }

  /**
   * Forgets the draft: the server has deleted it with a save or published it. An aborted call may create it again, which
   * the next autosave finds.
   */
  reset(): void {
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
      if (this.#version === 0 && !this.#isUnsure) return
      await call('deleteDraft', { params: { id, lockVersion } })
      this.#isUnsure = false
      this.reset()
    } catch (error) {
      this.#isPaused = false
      throw error
    }
  }

  /** The document of a draft that the server has published, if this tab has stored it. */
  documentOf({ lock_version, version }: { lock_version: number; version: number }): EditableDocument | null {
    const isStored = lock_version === this.#ports.lockVersion && version === this.#stored?.version
    return isStored ? this.#stored!.document : null
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
    const delta = draftDelta(this.#sent, pending)
    const wasUnsure = this.#isUnsure
    // After a failed call, the draft may have changes that were undone since.
    if (!wasUnsure && delta.changed.length + delta.reverted.length === 0) return true
    const since = this.#version
    const { call, transcriptId: id, lockVersion, key, onStored, onStale } = this.#ports
    const ended = Promise.withResolvers<void>()
    const abort = new AbortController()
    this.#running = { abort, ended: ended.promise }
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)])
    this.#isUnsure = true
    try {
      const body = { ...toDraftBody(delta), revision: saved.revision, since, key }
      const { version, saved_at } = await call('saveDraft', { params: { id, lockVersion }, body }, { signal })
      this.#sent = new Map(pending.map((change) => [change.uuid, change]))
      this.#version = version
      this.#stored = { version, document }
      this.#isUnsure = false
      this.#failures = 0
      onStored(version === 0 ? null : saved_at)
      return true
    } catch (error) {
      if (abort.signal.aborted) return false
      const reason = error instanceof ApiError && error.status === 409 ? (error.body['reason'] ?? 'lock') : null
      // Another call has replaced or deleted the draft: everything is sent again.
      if (reason !== 'draft' || since === 0) {
        // Nothing was stored.
        if (reason !== null) this.#isUnsure = wasUnsure
        if (reason === 'revision' || reason === 'lock') onStale()
        else this.#fail(error)
        return false
      }
      this.#sent = new Map()
      this.#version = 0
    } finally {
      this.#running = null
      ended.resolve()
    }
    return this.#store()
  }

  #fail(error: unknown): void {
    this.#ports.onStored(null)
    // Without a network, a call fails immediately and costs nothing.
    if (codeOf(error) !== 'OFFLINE') this.#pause = Math.min(2 ** this.#failures++, MAX_PAUSE) - 1
  }
}
