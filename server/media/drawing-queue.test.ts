import { expect, it } from 'vitest'
import { openDrawingQueue } from './drawing-queue.ts'

const LIMITS = { width: 1, perAccount: 10, perWorkspace: 20, total: 100 }

/** A queue whose drawings end when the test ends them. `started` lists them in the order in which they began. */
const open = (limits: Partial<typeof LIMITS> = {}) => {
  const draw = openDrawingQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const all: Promise<unknown>[] = []
  const ask = (name: string, workspaceId: number | null, accountId: number) => {
    const drawn = draw({ accountId, workspaceId }, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
    all.push(drawn.catch(() => undefined))
    return drawn
  }
  /** Ends drawings in the order in which they began, until the queue is empty. */
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

it('serves another workspace next, however many pictures one workspace sends', async () => {
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

it('draws one picture per workspace at a time and leaves the other slot free', async () => {
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
  ['drawings of one account', { perAccount: 2 }, 1, 11],
  ['drawings of one workspace', { perWorkspace: 2 }, 1, 12],
  ['drawings in total', { total: 2 }, 2, 21],
])(
  'refuses a drawing when too many %s are waiting, and continues with the others',
  async (_, limits, workspaceId, accountId) => {
    const { ask, endAll } = open(limits)
    for (const name of ['drawn', 'waiting 1', 'waiting 2']) void ask(name, 1, 11)
    await expect(ask('refused', workspaceId, accountId)).rejects.toMatchObject({
      code: 'E_TOO_MANY_REQUESTS',
      details: { reason: 'busy' },
      headers: { 'retry-after': '10' },
    })
    expect(await endAll()).toEqual(['drawn', 'waiting 1', 'waiting 2'])
  },
)

it('continues after a drawing that failed', async () => {
  const draw = openDrawingQueue(LIMITS)
  const failed = draw({ accountId: 1, workspaceId: 1 }, () => Promise.reject(new Error('broken')))
  const next = draw({ accountId: 1, workspaceId: 1 }, async () => 'drawn')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('drawn')
})
