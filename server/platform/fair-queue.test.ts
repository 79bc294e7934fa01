import { expect, it } from 'vitest'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

const LIMITS: QueueLimits = { width: 1, widthPerWorkspace: 1, perAccount: 10, perWorkspace: 20, waiting: 100 }

/** A queue whose work ends when the test ends it. `started` lists the work in the order of its start. */
function open(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const all: Promise<unknown>[] = []
  const ask = (name: string, workspaceId: number | null, accountId: number, signal?: AbortSignal) => {
    const work = async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    }
    const done = queue.run({ accountId, workspaceId }, work, signal)
    all.push(done.catch(() => undefined))
    return done
  }
  /** Ends work in the order in which they began, until the queue is empty. */
  const endAll = async () => {
    for (let ended = 0; ended < all.length; ended += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      ends.get(started[ended] ?? '')?.()
    }
    await Promise.all(all)
    return started
  }
  return { ask, started, endAll }
}

it('serves another workspace next, however much work one workspace sends', async () => {
  const { ask, endAll } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 1, 11)
  void ask('b1', 2, 21)
  void ask('b2', 2, 21)
  expect(await endAll()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

it('alternates between the accounts of one workspace', async () => {
  const { ask, endAll } = open()
  for (const name of ['x1', 'x2', 'x3']) void ask(name, 1, 11)
  void ask('y1', 1, 12)
  expect(await endAll()).toEqual(['x1', 'y1', 'x2', 'x3'])
})

it('runs one work per workspace at a time and leaves the other slot free', async () => {
  const { ask, started, endAll } = open({ width: 2 })
  void ask('a1', 1, 11)
  void ask('a2', 1, 12)
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a1'])
  void ask('b1', 2, 21)
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a1', 'b1'])
  void ask('c1', 3, 31)
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a1', 'b1'])
  expect(await endAll()).toEqual(['a1', 'b1', 'c1', 'a2'])
})

it('counts people without a workspace separately', async () => {
  const { ask, endAll } = open()
  for (const name of ['a1', 'a2']) void ask(name, null, 11)
  void ask('b1', null, 12)
  expect(await endAll()).toEqual(['a1', 'b1', 'a2'])
})

it.each([
  ['of one account', { perAccount: 3 }, 1, 11, 'caller'],
  ['of one workspace', { perWorkspace: 3 }, 1, 12, 'caller'],
  ['in total', { waiting: 2 }, 2, 21, 'total'],
] as const)(
  'refuses work when too much %s runs or waits, and continues with the rest',
  async (_, limits, workspaceId, accountId, scope) => {
    const { ask, endAll } = open(limits)
    for (const name of ['first', 'waiting 1', 'waiting 2']) void ask(name, 1, 11)
    await expect(ask('refused', workspaceId, accountId)).rejects.toMatchObject({
      scope,
      code: 'E_TOO_MANY_REQUESTS',
      headers: { 'retry-after': '10' },
    })
    expect(await endAll()).toEqual(['first', 'waiting 1', 'waiting 2'])
  },
)

it('accepts another account while one is refused', async () => {
  const { ask, endAll } = open({ perAccount: 2 })
  for (const name of ['a1', 'a2']) void ask(name, 1, 11)
  await expect(ask('a3', 1, 11)).rejects.toMatchObject({ scope: 'caller' })
  void ask('b1', 2, 21)
  expect(await endAll()).toEqual(['a1', 'b1', 'a2'])
})

it('removes waiting work when its signal aborts, and no longer counts it', async () => {
  const { ask, endAll } = open({ perAccount: 2 })
  const leaving = new AbortController()
  void ask('a1', 1, 11)
  const left = ask('a2', 1, 11, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  void ask('a3', 1, 11)
  expect(await endAll()).toEqual(['a1', 'a3'])
})

it('continues after work that failed', async () => {
  const queue = new FairQueue(LIMITS)
  const failed = queue.run({ accountId: 1, workspaceId: 1 }, () => Promise.reject(new Error('broken')))
  const next = queue.run({ accountId: 1, workspaceId: 1 }, async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
