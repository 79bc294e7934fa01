// Queue for expensive work. Workspaces take turns, and accounts take turns within a workspace, so that the work of one
// account delays others at most by the work that is already running.
import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from './refusal.ts'

/** The requester. `workspaceId` is null for a person without a workspace; each such person counts separately. */
export interface Turn {
  accountId: number
  workspaceId: number | null
}

export interface QueueLimits {
  /** Maximum number of tasks that run at the same time: in total, and of one workspace. */
  width: number
  widthPerWorkspace: number
  /** Maximum number of running and waiting tasks of one account, and of one workspace. */
  perAccount: number
  perWorkspace: number
  /** Maximum number of waiting tasks in total. */
  waiting: number
}

/** A limit is reached. `caller`: the limit of the account or its workspace; `total`: the limit of all together. */
export class QueueFull extends Refusal {
  override name = 'QueueFull'
  readonly scope: 'caller' | 'total'

  constructor(scope: 'caller' | 'total') {
    super('E_TOO_MANY_REQUESTS', { reason: BUSY_REASON }, { 'retry-after': '10' })
    this.scope = scope
  }
}

interface Entry {
  account: string
  workspace: string
  start: () => void
}

function entryOf({ accountId, workspaceId }: Turn, start: () => void): Entry {
  return {
    account: `account ${accountId}`,
    workspace: workspaceId === null ? `alone ${accountId}` : `workspace ${workspaceId}`,
    start,
  }
}

export class FairQueue {
  readonly #limits: QueueLimits
  readonly #waiting: Entry[] = []
  readonly #running = new Set<Entry>()
  /** Turn number at which a workspace or account was last served; removed when it has nothing left in the queue. */
  readonly #served = new Map<string, number>()
  #turns = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` in its turn. Rejects with QueueFull, with what `work` threw, or with the signal's reason if it waited. */
  async run<T>(turn: Turn, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = await this.take(turn, signal)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Resolves when the turn has come, with a function that ends the turn. */
  async take(turn: Turn, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = entryOf(turn, resolve)
    this.#assertNotFull(entry)
    const leave = (): void => {
      const index = this.#waiting.indexOf(entry)
      if (index < 0) return
      this.#waiting.splice(index, 1)
      this.#startMore()
      reject(signal?.reason)
    }
    this.#waiting.push(entry)
    this.#startMore()
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
    return () => {
      if (this.#running.delete(entry)) this.#startMore()
    }
  }

  /** Takes a turn without waiting. Throws QueueFull when all are taken. */
  takeNow(turn: Turn): () => void {
    const entry = entryOf(turn, () => {})
    this.#assertNotFull(entry)
    if (!this.#mayStart(entry.workspace)) throw new QueueFull('total')
    this.#running.add(entry)
    return () => {
      if (this.#running.delete(entry)) this.#startMore()
    }
  }

  #assertNotFull({ account, workspace }: Entry): void {
    const { perAccount, perWorkspace, waiting } = this.#limits
    const all = [...this.#running, ...this.#waiting]
    if (all.filter((one) => one.account === account).length >= perAccount) throw new QueueFull('caller')
    if (all.filter((one) => one.workspace === workspace).length >= perWorkspace) throw new QueueFull('caller')
    if (this.#waiting.length >= waiting && !this.#mayStart(workspace)) throw new QueueFull('total')
  }

  #mayStart(workspace: string): boolean {
    const running = [...this.#running].filter((one) => one.workspace === workspace).length
    return this.#running.size < this.#limits.width && running < this.#limits.widthPerWorkspace
  }

  #lastServed(who: string): number {
    return this.#served.get(who) ?? 0
  }

  /** Returns the entry whose workspace, then account, was served longest ago; among equals the oldest entry. */
  #takeNext(): Entry | undefined {
    const [next] = this.#waiting
      .filter(({ workspace }) => this.#mayStart(workspace))
      .toSorted(
        (a, b) =>
          this.#lastServed(a.workspace) - this.#lastServed(b.workspace) ||
          this.#lastServed(a.account) - this.#lastServed(b.account),
      )
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1)
    return next
  }

  #startMore(): void {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      this.#turns += 1
      this.#served.set(next.workspace, this.#turns).set(next.account, this.#turns)
      this.#running.add(next)
      next.start()
    }
    const present = new Set(
      [...this.#running, ...this.#waiting].flatMap(({ account, workspace }) => [workspace, account]),
    )
    for (const who of this.#served.keys()) if (!present.has(who)) this.#served.delete(who)
  }
}
