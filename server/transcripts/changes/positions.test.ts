import { expect, it } from 'vitest'
import { positionsBetween } from './positions.ts'

it.each([
  [null, null, 3, ['0', '1', '2']],
  ['4', null, 2, ['5', '6']],
  [null, '0', 2, ['-2', '-1']],
  ['1', '2', 1, ['1.5']],
  ['1', '5', 3, ['2', '3', '4']],
  ['1', '2', 9, ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9']],
  ['1.5', '2', 1, ['1.7']],
  ['-0.5', '0', 1, ['-0.3']],
])('between %s and %s there is room for %d: %j', (left, right, count, expected) =>
  expect(positionsBetween(left, right, count)).toEqual(expected),
)

it('throws when the left position is not below the right one', () => {
  expect(() => positionsBetween('2', '2', 1)).toThrow(RangeError)
  expect(() => positionsBetween('2.5', '2', 1)).toThrow(RangeError)
})

function isBelow(a: string, b: string): boolean {
  const whole = (text: string) => {
    const [head = '', tail = ''] = text.split('.')
    return BigInt(head.replace('-', '') + tail.padEnd(400, '0')) * (text.startsWith('-') ? -1n : 1n)
  }
  return whole(a) < whole(b)
}

it('keeps the order after a thousand inserts at one place, with few digits', () => {
  const order = ['0', '1']
  for (let step = 0; step < 1_000; step += 1) {
    // Always after the newest block, as when someone dictates into the middle of a file.
    const [made] = positionsBetween(order[step] ?? null, order[step + 1] ?? null, 1)
    order.splice(step + 1, 0, String(made))
  }
  for (let step = 1; step < order.length; step += 1) expect(isBelow(order[step - 1]!, order[step]!)).toBe(true)
  expect(Math.max(...order.map(({ length }) => length))).toBeLessThan(320)
})
