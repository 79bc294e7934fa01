import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { touchedBy } from '@kaiwa/transcript'
import type { Change } from '@kaiwa/transcript'
import { codeOf } from '../../platform/api-error.ts'
import type { call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import { isStructural } from '../typing-pause.ts'
import { classifyFailure, conflictingLock } from './edit-failures.ts'
import type { ServerClock } from './server-clock.ts'

/** Milliseconds of a pause in typing after which it is reported. Structural changes are not delayed (EDIT-59). */
const REPORT_DELAY_MS = LIMITS.typingPauseMs
/** Milliseconds after which typing without a pause is reported. */
const MAX_REPORT_DELAY_MS = 30_000

/** A change of a section refreshes the lock immediately (SEC-08). */
function changesSection(change: Change): boolean {
  return change.type === 'put' && change.before.section_name !== change.after.section_name
}

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

/** Holds the edit lock of a file for this tab: takes it, requests it again on every change, and releases it. */
export class LockLease {
  readonly #ports: Ports
  #lock: EditLock | null = null
  /** Blocks changed since the last request, and the time of the first of these changes. */
  #unreported = new Set<string>()
  #unreportedSince = 0
  #isReporting = false
  /** Version of the last lock that this tab released. Messages about it may arrive late. */
  #releasedVersion = 0
  #reportTimer: ReturnType<typeof setTimeout> | undefined
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

  /** Reports changed blocks, which other users may not tag, and extends the lock: after a pause in typing (EDIT-72). */
  reportChanges(changes: readonly Change[]): void {
    if (!this.#lock || changes.length === 0) return
    const now = performance.now()
    if (this.#unreported.size === 0) this.#unreportedSince = now
    for (const uuid of touchedBy(changes)) this.#unreported.add(uuid)
    if (isStructural(changes) || changes.some(changesSection)) this.#scheduleReport(0)
    else if (!this.#reportTimer || now - this.#unreportedSince < MAX_REPORT_DELAY_MS)
      this.#scheduleReport(REPORT_DELAY_MS)
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
    clearTimeout(this.#reportTimer)
    this.#reportTimer = undefined
    this.#lock = null
    this.#unreported.clear()
    this.#isReporting = false
  }

  async #request(body: CallInput<'requestLock'>['body']): Promise<EditLock> {
    const { call, params, clock } = this.#ports
    const { lock, now } = await call('requestLock', { params, body })
    clock.set(now)
    return lock
  }

  #setRefreshed(lock: EditLock): void {
    this.update(lock)
    this.#ports.onRefreshed(lock)
  }

  #scheduleReport(delay: number): void {
    clearTimeout(this.#reportTimer)
    this.#reportTimer = setTimeout(() => void this.#report(), delay)
  }

  /** Sends one request at a time. Changes that follow during it are sent after its response. */
  async #report(): Promise<void> {
    this.#reportTimer = undefined
    const { version } = this
    if (version === null || this.#isReporting) return
    const uuids = [...this.#unreported]
    this.#unreported.clear()
    this.#isReporting = true
    try {
      const lock = await this.#request({ changed_block_uuids: uuids, lock_version: version })
      if (this.version === version) this.#setRefreshed(lock)
    } catch (error) {
      if (this.version === version) {
        // Sent with the next change, and with the save.
        for (const uuid of uuids) this.#unreported.add(uuid)
        if (classifyFailure(error) === 'lock-lost') this.#ports.onLost(error)
        return
      }
    } finally {
      this.#isReporting = false
    }
    if (this.#unreported.size > 0 && !this.#reportTimer) this.#scheduleReport(0)
  }
}
