import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { touchedBy } from '@kaiwa/transcript'
import type { Change } from '@kaiwa/transcript'
import type { call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import { isStructural } from '../settled.ts'
import { verdictOf } from './edit-failures.ts'
import type { ServerClock } from './server-clock.ts'

/** Milliseconds for which typing is collected before it is reported. Structural changes are not delayed (EDIT-59). */
const GATHER_MS = LIMITS.typingPauseMs
/** Milliseconds between lock refreshes while the user types in blocks that are already reported. */
const KEEP_MS = 30_000

interface Ports {
  place: { projectId: number; fileId: number }
  call: typeof call
  clock: ServerClock
  /** The lock was taken or refreshed. */
  onKept: (lock: EditLock) => void
  /** The lock was lost. */
  onLost: (error: unknown) => void
  /** The lock expires in `LIMITS.lockMarginSeconds`. */
  onEnding: () => void
}

/** Holds the edit lock of a file for this tab: takes it, refreshes it while there are changes, and releases it. */
export class LockKeeper {
  readonly #ports: Ports
  #held: EditLock | null = null
  #told = new Set<string>()
  #untold = new Set<string>()
  #keptAt = 0
  #telling: ReturnType<typeof setTimeout> | null = null
  #ending: ReturnType<typeof setTimeout> | undefined

  constructor(ports: Ports) {
    this.#ports = ports
  }

  get version(): number | null {
    return this.#held?.version ?? null
  }

  /** Whether the lock has time left by the clock of the server. If it ended nevertheless, it has not expired. */
  get isRunning(): boolean {
    const left = this.#held && this.#ports.clock.left(this.#held.until)
    return left !== null && left > LIMITS.lockMarginSeconds * 1_000
  }

  /** Requests the lock. Throws E_LOCKED when another user holds it, E_CONFLICT when the same user edits elsewhere. */
  async take(takeOver: boolean): Promise<void> {
    this.#hold(await this.#request({ changed_block_uuids: [], take_over: takeOver }))
  }

  /** Updates the expiry of the lock after a save or a message. */
  renewed(lock: EditLock): void {
    this.#held = lock
    clearTimeout(this.#ending)
    const left = this.#ports.clock.left(lock.until) ?? LIMITS.lockMinutes * 60_000
    this.#ending = setTimeout(this.#ports.onEnding, Math.max(0, left - LIMITS.lockMarginSeconds * 1_000))
  }

  /** Reports changed blocks, which other users may not tag, and refreshes the lock. */
  changed(changes: readonly Change[]): void {
    if (!this.#held) return
    for (const uuid of touchedBy(changes)) if (!this.#told.has(uuid)) this.#untold.add(uuid)
    const isDue = performance.now() - this.#keptAt > KEEP_MS
    if (this.#untold.size === 0 && !isDue) return
    const isUrgent = isStructural(changes)
    if (isUrgent && this.#telling) clearTimeout(this.#telling)
    else if (this.#telling) return
    this.#telling = setTimeout(() => void this.#tell(), isUrgent ? 0 : GATHER_MS)
  }

  /** Releases the lock without waiting for the response. `keepalive`: the page is being closed. */
  release({ keepalive = false } = {}): void {
    const { version } = this
    if (version === null) return
    const { call, place } = this.#ports
    call('releaseLock', { params: place, body: { lock_version: version } }, { keepalive }).catch(() => undefined)
  }

  /** Clears the state after the lock was released or lost. */
  forget(): void {
    clearTimeout(this.#ending)
    if (this.#telling) clearTimeout(this.#telling)
    this.#telling = null
    this.#held = null
    this.#told = new Set()
    this.#untold = new Set()
  }

  async #request(body: CallInput<'requestLock'>['body']): Promise<EditLock> {
    const { call, place, clock } = this.#ports
    const { lock, now } = await call('requestLock', { params: place, body })
    clock.note(now)
    return lock
  }

  #hold(lock: EditLock): void {
    this.#keptAt = performance.now()
    this.renewed(lock)
    this.#ports.onKept(lock)
  }

  async #tell(): Promise<void> {
    this.#telling = null
    const version = this.version
    if (version === null) return
    const uuids = [...this.#untold]
    this.#untold = new Set()
    try {
      const lock = await this.#request({ changed_block_uuids: uuids, lock_version: version })
      if (this.version !== version) return
      for (const uuid of uuids) this.#told.add(uuid)
      this.#hold(lock)
    } catch (error) {
      if (this.version !== version) return
      // Unreported blocks are sent with the next change, and with the save.
      for (const uuid of uuids) this.#untold.add(uuid)
      if (verdictOf(error) === 'lost') this.#ports.onLost(error)
    }
  }
}
