import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointsToReturn, type ReturnedMoney } from './points-to-return.ts'

const purchase = fc
  .record({ point: fc.integer({ min: 1_000, max: 1_000_000 }), tax: fc.constantFrom(1.1, 1.08) })
  .map(({ point, tax }) => ({ point, money: Math.floor(point * tax) }))

/** Points of each movement, in order. */
function returnAll(paid: { point: number; money: number }, movements: readonly ReturnedMoney[]): number[] {
  return movements.map((movement, index) =>
    movement.reverses === undefined ? pointsToReturn(paid, movements.slice(0, index), movement) : 0,
  )
}

it.each([
  [1, [1100], [1000]],
  [2, [550, 550], [500, 500]],
  [3, [367, 367, 366], [333, 334, 333]],
  [4, [1, 1, 1, 1097], [0, 1, 1, 998]],
])('a purchase of 1,000 points that is returned in %i parts', (_, parts, points) => {
  const movements = parts.map((money, index) => ({ cause: `refund:${index}`, money: -money }))
  expect(returnAll({ point: 1000, money: 1100 }, movements)).toEqual(points)
})

it('the parts of a whole purchase take exactly its points, also with refunds that failed between them', () => {
  fc.assert(
    fc.property(
      purchase,
      fc.array(fc.record({ share: fc.double({ min: 0.001, max: 0.9, noNaN: true }), fails: fc.boolean() }), {
        maxLength: 9,
      }),
      (paid, parts) => {
        const movements: ReturnedMoney[] = []
        let left = paid.money
        for (const [index, { share, fails }] of parts.entries()) {
          const money = Math.floor(left * share)
          if (money === 0) continue
          movements.push({ cause: `refund:${index}`, money: -money })
          if (fails) movements.push({ cause: `refund:${index}:failed`, money, reverses: `refund:${index}` })
          else left -= money
        }
        movements.push({ cause: 'refund:rest', money: -left })
        const points = returnAll(paid, movements)
        const failed = new Set(movements.map(({ reverses }) => reverses))
        const kept = points.filter((_point, index) => !failed.has(movements[index]!.cause))
        expect(Math.min(...points)).toBeGreaterThanOrEqual(0)
        expect(kept.reduce((sum, one) => sum + one, 0)).toBe(paid.point)
      },
    ),
  )
})

it('a dispute of the whole payment after a refund takes no more than what was bought', () => {
  const refund = { cause: 'refund:1', money: -500 }
  expect(pointsToReturn({ point: 1000, money: 1100 }, [refund], { money: -1100 })).toBe(1000 - 454)
})
