import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { touchedBy } from '@kaiwa/transcript'
import type { Change } from '@kaiwa/transcript'
import { codeOf } from '../../platform/api-error.ts'
import type { call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import { isStructural } from '../typing-pause.ts'
import { classifyFailure, conflictingLock } from './edit-failures.ts'
import type { ServerClock } from './server-clock.ts'

/** Milliseconds for which typing is collected before it is reported. Structural changes are not delayed (EDIT-59). */
const REPORT_DELAY_MS = LIMITS.typingPauseMs
/** Milliseconds between lock refreshes while the user types in blocks that are already reported. */
const REFRESH_INTERVAL_MS = 30_000

interface Ports {
  params: { projectId: number; fileId: number }
  /** Id of the signed-in user. */
  userId: number
  call: typeof call
  clock: ServerClock
  /** The lock was taken or refreshed. */
  onRefreshed: (lock: EditLock) => void
  /** The lock was lost. */
  onLost: (error: unknown) => void
  /** The lock expires in `LIMITS.lockMarginSeconds`. */
  onExpiring: () => void
}

/** Holds the edit lock of a file for this tab: takes it, refreshes it while there are changes, and releases it. */
export class LockLease {
  readonly #ports: Ports
  #lock: EditLock | null = null
  #reported = new Set<string>()
  #unreported = new Set<string>()
  #refreshedAt = 0
  /** Version of the last lock that this tab released. Messages about it may arrive late. */
  #releasedVersion = 0
  #reportTimer: ReturnType<typeof setTimeout> | null = null
  #expiryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: Ports) {
    this.#ports = ports
  }

  get version(): number | null {
    return this.#lock?.version ?? null
  }

  /** Whether the lock has time left by the clock of the server. If it ended nevertheless, it has not expired. */
  get hasTimeLeft(): boolean {
    const left = this.#lock && this.#ports.clock.remaining(this.#lock.until)
    return left !== null && left > LIMITS.lockMarginSeconds * 1_000
  }

  /**
   * Takes the lock, also when the server has not processed this tab's last release yet. Throws E_LOCKED when another
   * user holds it, E_CONFLICT when the same user edits elsewhere.
   */
  async take(takeOver: boolean): Promise<void> {
    const body = { changed_block_uuids: [], take_over: takeOver }
    try {
      this.#setRefreshed(await this.#request(body))
    } catch (error) {
      const lock = conflictingLock(error)
      const isOurs = lock?.by.id === this.#ports.userId && lock.version === this.#releasedVersion
      if (codeOf(error) !== 'E_CONFLICT' || !isOurs) throw error
      this.#setRefreshed(await this.#request({ ...body, take_over: true }))
    }
  }

  /** Whether this tab has released this lock or a later one, so that a message about it is outdated. */
  isReleased(lock: EditLock): boolean {
    return lock.version <= this.#releasedVersion
  }

  /** Updates the expiry of the lock after a save or a message. */
  update(lock: EditLock): void {
    this.#lock = lock
    clearTimeout(this.#expiryTimer)
    const left = this.#ports.clock.remaining(lock.until) ?? LIMITS.lockMinutes * 60_000
    this.#expiryTimer = setTimeout(this.#ports.onExpiring, Math.max(0, left - LIMITS.lockMarginSeconds * 1_000))
  }

  /** Reports changed blocks, which other users may not tag, and refreshes the lock. */
  reportChanges(changes: readonly Change[]): void {
    if (!this.#lock) return
    for (const uuid of touchedBy(changes)) if (!this.#reported.has(uuid)) this.#unreported.add(uuid)
    const isDue = performance.now() - this.#refreshedAt > REFRESH_INTERVAL_MS
    if (this.#unreported.size === 0 && !isDue) return
    const isUrgent = isStructural(changes)
    if (isUrgent && this.#reportTimer) clearTimeout(this.#reportTimer)
    else if (this.#reportTimer) return
    this.#reportTimer = setTimeout(() => void this.#report(), isUrgent ? 0 : REPORT_DELAY_MS)
  }

  /** Releases the lock without waiting for the response. `keepalive`: the page is being closed. */
  release({ keepalive = false } = {}): void {
    const { version } = this
    if (version === null) return
    const { call, params } = this.#ports
    call('releaseLock', { params, body: { lock_version: version } }, { keepalive }).catch(() => undefined)
  }

  /** Releases the lock at the end of edit mode. */
  end(): void {
    this.#releasedVersion = this.version ?? this.#releasedVersion
    this.release()
    this.clear()
  }

  /** Clears the state after the lock was released or lost. */
  clear(): void {
    clearTimeout(this.#expiryTimer)
    if (this.#reportTimer) clearTimeout(this.#reportTimer)
    this.#reportTimer = null
    this.#lock = null
    this.#reported = new Set()
    this.#unreported = new Set()
  }

  async #request(body: CallInput<'requestLock'>['body']): Promise<EditLock> {
    const { call, params, clock } = this.#ports
    const { lock, now } = await call('requestLock', { params, body })
    clock.set(now)
    return lock
  }

  #setRefreshed(lock: EditLock): void {
    this.#refreshedAt = performance.now()
    this.update(lock)
    this.#ports.onRefreshed(lock)
  }

  async #report(): Promise<void> {
    this.#reportTimer = null
    const version = this.version
    if (version === null) return
    const uuids = [...this.#unreported]
    this.#unreported = new Set()
    try {
      const lock = await this.#request({ changed_block_uuids: uuids, lock_version: version })
      if (this.version !== version) return
      for (const uuid of uuids) this.#reported.add(uuid)
      this.#setRefreshed(lock)
    } catch (error) {
      if (this.version !== version) return
      // Unreported blocks are sent with the next change, and with the save.
      for (const uuid of uuids) this.#unreported.add(uuid)
      if (classifyFailure(error) === 'lock-lost') this.#ports.onLost(error)
    }
  }
}
