import { expect, it } from 'vitest'
import { openRevocations } from './revocations.ts'

it('voids all grants of the users until the time of the change is known', () => {
  const { begin, revokedAt } = openRevocations(() => 1_000)
  const finish = begin([1, 2, 2])
  expect([revokedAt(1), revokedAt(2), revokedAt(3)]).toEqual([Infinity, Infinity, 0])
  finish(900)
  expect([revokedAt(1), revokedAt(2), revokedAt(3)]).toEqual([900, 900, 0])
})

it.each([
  ['the older one first', [800, 900], [Infinity, 900]],
  ['the newer one first', [900, 800], [Infinity, 900]],
])('an overlapping revocation of the same user is not lowered, %s', (_case, times, expected) => {
  const { begin, revokedAt } = openRevocations(() => 1_000)
  const finishes = [begin([1]), begin([1])]
  const seen = finishes.map((finish, index) => {
    finish(times[index]!)
    return revokedAt(1)
  })
  expect(seen).toEqual(expected)
})

it('a later revocation with an earlier time does not lower the time', () => {
  const { begin, revokedAt } = openRevocations(() => 1_000)
  begin([1])(900)
  begin([1])(800)
  expect(revokedAt(1)).toBe(900)
})

it('drops a revocation when no earlier grant can still be valid', () => {
  let now = 1_000
  const { begin, revokedAt } = openRevocations(() => now)
  begin([1])(now)
  now += 120_001
  begin([2])(now)
  expect([revokedAt(1), revokedAt(2)]).toEqual([0, now])
})
