// Queue for drawing pictures of people and speakers, each of which runs ffmpeg. Few run at once. Workspaces take turns, and
// accounts take turns within a workspace. At most one drawing runs per workspace, so that slow pictures of one workspace
// leave a slot for the others.
import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../platform/refusal.ts'

/** Owner of the picture. `workspaceId` is null for a person without a workspace; each of them counts separately. */
export type Drawer = { accountId: number; workspaceId: number | null }

type Limits = {
  /** Maximum of drawings that run at the same time. */
  width: number
  /** Maximum of waiting drawings per account, per workspace and in total. Further ones are refused. */
  perAccount: number
  perWorkspace: number
  total: number
}

type Waiting = { account: string; workspace: string; start: () => void }

const RETRY_AFTER_SECONDS = '10'

/** Runs work in turns. Refuses with 429 and Retry-After if too many are waiting. */
export const openDrawingQueue = ({ width, perAccount, perWorkspace, total }: Limits) => {
  const waiting: Waiting[] = []
  /** Workspace → account whose picture is being drawn. */
  const running = new Map<string, string>()
  /** Turn number at which a workspace or account was last served; removed when it has nothing left in the queue. */
  const served = new Map<string, number>()
  let turns = 0

  const lastServed = (who: string): number => served.get(who) ?? 0

  /** Returns the entry whose workspace, then account, was served longest ago; among equals the oldest entry. */
  const takeNext = (): Waiting | undefined => {
    const [next] = waiting
      .filter(({ workspace }) => !running.has(workspace))
      .toSorted(
        (a, b) => lastServed(a.workspace) - lastServed(b.workspace) || lastServed(a.account) - lastServed(b.account),
      )
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  const forgetGone = (): void => {
    const present = new Set(
      [...running.entries(), ...waiting.map(({ account, workspace }) => [workspace, account])].flat(),
    )
    for (const who of served.keys()) if (!present.has(who)) served.delete(who)
  }

  const startMore = (): void => {
    while (running.size < width) {
      const next = takeNext()
      if (!next) break
      turns += 1
      served.set(next.workspace, turns).set(next.account, turns)
      running.set(next.workspace, next.account)
      next.start()
    }
    forgetGone()
  }

  const isFull = (who: Pick<Waiting, 'account' | 'workspace'>): boolean =>
    waiting.length >= total ||
    waiting.filter(({ account }) => account === who.account).length >= perAccount ||
    waiting.filter(({ workspace }) => workspace === who.workspace).length >= perWorkspace

  return async <T>({ accountId, workspaceId }: Drawer, work: () => Promise<T>): Promise<T> => {
    const account = `account ${accountId}`
    const workspace = workspaceId === null ? `alone ${accountId}` : `workspace ${workspaceId}`
    if (isFull({ account, workspace }))
      throw new Refusal('E_TOO_MANY_REQUESTS', { reason: BUSY_REASON }, { 'retry-after': RETRY_AFTER_SECONDS })
    await new Promise<void>((resolve) => {
      waiting.push({ account, workspace, start: resolve })
      startMore()
    })
    try {
      return await work()
    } finally {
      running.delete(workspace)
      startMore()
    }
  }
}
