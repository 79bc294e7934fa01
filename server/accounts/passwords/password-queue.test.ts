import { expect, it } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { openQueue } from './password-queue.ts'

/** A queue of one place, which is taken until `go`; then everybody is called, and the order is told. */
const occupied = (limits: { perAccount?: number; total?: number } = {}) => {
  const enter = openQueue({ width: 1, perAccount: 10, total: 100, ...limits })
  const order: string[] = []
  let go: () => void = () => undefined
  const first = enter({ account: 'first', isKnown: false }, () => new Promise<void>((resolve) => (go = resolve)))
  const all: Promise<unknown>[] = [first]
  const come = (name: string, account: string, isKnown = false) => {
    const served = enter({ account, isKnown }, async () => order.push(name))
    all.push(served)
    return served
  }
  const finish = async () => {
    // The first is served a moment after it came.
    await Promise.resolve()
    go()
    await Promise.allSettled(all)
    return order
  }
  return { come, finish }
}

it('calls account by account: a flood at one does not keep the others waiting', async () => {
  const { come, finish } = occupied()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void come(name, 'a')
  void come('b1', 'b')
  void come('c1', 'c')
  expect(await finish()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

it('calls a known browser before every stranger', async () => {
  const { come, finish } = occupied()
  void come('stranger', 'a')
  void come('other', 'b')
  void come('owner', 'a', true)
  expect(await finish()).toEqual(['owner', 'stranger', 'other'])
})

it.each([
  ['of one account', { perAccount: 2 }, 'a'],
  ['of all', { total: 2 }, 'b'],
])('sends strangers away behind too many %s, and no known browser', async (_, limits, account) => {
  const { come, finish } = occupied(limits)
  void come('1', 'a')
  void come('2', 'a')
  const refused = come('3', account).catch((error: unknown) => error)
  void come('owner', 'a', true)
  expect(await refused).toMatchObject({ code: 'E_TOO_MANY_REQUESTS', headers: { 'retry-after': '2' } })
  expect(await refused).toBeInstanceOf(Refusal)
  expect(await finish()).toEqual(['owner', '1', '2'])
})

it('goes on after work that failed', async () => {
  const enter = openQueue({ width: 1, perAccount: 10, total: 10 })
  const turn = { account: 'a', isKnown: false }
  const failed = enter(turn, () => Promise.reject(new Error('out of memory')))
  const next = enter(turn, async () => 'served')
  await expect(failed).rejects.toThrow('out of memory')
  expect(await next).toBe('served')
})

it('serves as many at once as it is wide, and no more', async () => {
  const enter = openQueue({ width: 2, perAccount: 10, total: 10 })
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, (inside += 1))
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await Promise.all(Array.from({ length: 8 }, (_, n) => enter({ account: String(n), isKnown: false }, work)))
  expect([most, inside]).toEqual([2, 0])
})
