import { expect, it } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { createPasswordQueue } from './password-queue.ts'

/** A queue with concurrency 1 and a running task. `finish` ends the task and returns the order of the others. */
function busyQueue(limits: { maxPerAccount?: number; maxTotal?: number } = {}) {
  const run = createPasswordQueue({ concurrency: 1, maxPerAccount: 10, maxTotal: 100, ...limits })
  const order: string[] = []
  let release: () => void = () => undefined
  const first = run({ account: 'first', isKnown: false }, () => new Promise<void>((resolve) => (release = resolve)))
  const all: Promise<unknown>[] = [first]
  const add = (name: string, account: string, isKnown = false) => {
    const done = run({ account, isKnown }, async () => order.push(name))
    all.push(done)
    return done
  }
  const finish = async () => {
    // The first task starts in a microtask.
    await Promise.resolve()
    release()
    await Promise.allSettled(all)
    return order
  }
  return { add, finish }
}

it('accounts take turns: a flood of one account does not delay the others', async () => {
  const { add, finish } = busyQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 'a')
  void add('b1', 'b')
  void add('c1', 'c')
  expect(await finish()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

it('serves known browsers before unknown ones', async () => {
  const { add, finish } = busyQueue()
  void add('stranger', 'a')
  void add('other', 'b')
  void add('owner', 'a', true)
  expect(await finish()).toEqual(['owner', 'stranger', 'other'])
})

it.each([
  ['of one account', { maxPerAccount: 2 }, 'a'],
  ['of all', { maxTotal: 2 }, 'b'],
])('refuses unknown browsers above the limit %s, but not known ones', async (_, limits, account) => {
  const { add, finish } = busyQueue(limits)
  void add('1', 'a')
  void add('2', 'a')
  const refused = add('3', account).catch((error: unknown) => error)
  void add('owner', 'a', true)
  expect(await refused).toMatchObject({ code: 'E_TOO_MANY_REQUESTS', headers: { 'retry-after': '2' } })
  expect(await refused).toBeInstanceOf(Refusal)
  expect(await finish()).toEqual(['owner', '1', '2'])
})

it('continues after a failed task', async () => {
  const run = createPasswordQueue({ concurrency: 1, maxPerAccount: 10, maxTotal: 10 })
  const key = { account: 'a', isKnown: false }
  const failed = run(key, () => Promise.reject(new Error('out of memory')))
  const next = run(key, async () => 'served')
  await expect(failed).rejects.toThrow('out of memory')
  expect(await next).toBe('served')
})

it('limits the number of concurrent tasks', async () => {
  const run = createPasswordQueue({ concurrency: 2, maxPerAccount: 10, maxTotal: 10 })
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, (inside += 1))
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await Promise.all(Array.from({ length: 8 }, (_, n) => run({ account: String(n), isKnown: false }, work)))
  expect([most, inside]).toEqual([2, 0])
})
