import { priceOfPoints } from '@kaiwa/money/points.ts'
import { describe, expect, it } from 'vitest'
import { canDecrease, canIncrease, parsePoints, problemOf, step } from './point-amount.ts'

describe('the number of points of a purchase', () => {
  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['１０００', 1000],
    ['１，０００', 1000],
    [' 25 000 ', 25_000],
    ['', null],
    ['1.5', null],
    ['-1000', null],
    ['1e3', null],
    ['千', null],
    ['1000000000000000000000', null],
  ])('%o is read as %o', (typed, points) => {
    expect(parsePoints(typed)).toBe(points)
  })

  it.each([
    [null, 'required'],
    [0, 'minNumber'],
    [999, 'minNumber'],
    [1000, null],
    [1001, null],
    [1_000_000, null],
    [1_000_001, 'maxNumber'],
  ])('BILL-45 %o points have the problem %o', (points, problem) => {
    expect(problemOf(points)).toBe(problem)
  })

  it.each([
    [1000, 2000, 1000],
    [1500, 2500, 1000],
    [2000, 3000, 1000],
    [999_500, 1_000_000, 998_500],
    [1_000_000, 1_000_000, 999_000],
    [null, 1000, 1000],
  ])('BILL-46 plus and minus at %o give %o and %o', (points, plus, minus) => {
    expect([step(points, 1), step(points, -1)]).toEqual([plus, minus])
  })

  it('BILL-46 minus works from more than 1,000 on, plus up to 1,000,000', () => {
    expect([null, 1000, 1001, 1_000_000].map((points) => [canDecrease(points), canIncrease(points)])).toEqual([
      [false, true],
      [false, true],
      [true, true],
      [true, false],
    ])
  })

  it('BILL-47 1,000 points cost 1,100 yen with tax', () => {
    expect([1000, 1001, 1009, 1_000_000].map((points) => priceOfPoints(points))).toEqual([1100, 1101, 1109, 1_100_000])
  })
})
