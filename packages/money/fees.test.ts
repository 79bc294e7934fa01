import { describe, expect, it } from 'vitest'
import { type Contract, endAfterCancellation, type PaymentType, renewalAfter, type Terms } from './contract.ts'
import { type Day, type Month, startOfDay } from './days.ts'
import { excessLines, unitsBeyond } from './excess.ts'
import { feeLines } from './fees.ts'
import { PLANS, UNIT_PRICES } from './testing/stories.ts'

const [minimum, basic] = PLANS

function contract(
  startDay: Day,
  paymentType: PaymentType,
  changes: Terms[] = [],
  plan: Terms['plan'] = basic,
): Contract {
  const first: Terms = { from: `${startDay.slice(0, 8)}01` as Month, plan, paymentType, isCharged: true }
  return { startDay, end: null, terms: [first, ...changes], membershipPrice: 1_001, unitPrices: UNIT_PRICES }
}

function change(from: Month, paymentType: PaymentType, plan: Terms['plan'] = minimum): Terms {
  return { from, plan, paymentType, isCharged: true }
}

/** Lines as `kind from to quantity × price = amount`. */
function shown(of: Contract, month: Month): string[] {
  return feeLines(of, month).map(
    ({ kind, from, to, quantity, unitPrice, amount }) => `${kind} ${from} ${to} ${quantity} × ${unitPrice} = ${amount}`,
  )
}

describe('the first month is charged by its days, rounded down', () => {
  it.each<[Day, PaymentType, number, string]>([
    ['2026-11-01', 'monthly', 29_800, 'the whole month'],
    ['2026-11-15', 'monthly', 15_893, '16 of 30 days'],
    ['2026-11-29', 'monthly', 1_986, 'the 29th, 2 of 30 days'],
    ['2026-11-30', 'monthly', 993, 'the 30th, 1 of 30 days'],
    ['2026-12-31', 'monthly', 961, 'the 31st, 1 of 31 days'],
    ['2027-02-28', 'monthly', 1_064, '1 of 28 days'],
    ['2028-02-28', 'monthly', 2_055, '2 of 29 days in a leap year'],
    ['2028-02-29', 'credit_card', 1_027, 'a leap day'],
  ])('from %s, %s: %i yen (%s)', (day, paymentType, yen) => {
    const of = contract(day, paymentType)
    expect(feeLines(of, `${day.slice(0, 8)}01` as Month).map(({ amount }) => amount)).toEqual([yen])
  })

  it('a membership without a plan', () => {
    const of = contract('2026-11-16', 'credit_card', [], null)
    expect(shown(of, '2026-11-01')).toEqual(['membership 2026-11-16 2026-11-30 1 × 1001 = 500'])
    expect(shown(of, '2026-12-01')).toEqual(['membership 2026-12-01 2026-12-31 1 × 1001 = 1001'])
  })

  it('a year: the first month by its days, eleven whole months', () => {
    const of = contract('2026-12-31', 'yearly')
    expect(shown(of, '2026-12-01')).toEqual(['plan 2026-12-31 2027-11-30 12 × 24833 = 273964'])
    expect(shown(of, '2027-01-01')).toEqual([])
    expect(shown(of, '2027-11-01')).toEqual([])
    expect(shown(of, '2027-12-01')).toEqual(['plan 2027-12-01 2028-11-30 12 × 24833 = 297996'])
  })
})

describe('changes of a plan', () => {
  it.each<[string, Contract, Month, string[]]>([
    [
      'monthly: the new price from the month on',
      contract('2026-04-01', 'monthly', [change('2026-07-01', 'monthly')]),
      '2026-07-01',
      ['plan 2026-07-01 2026-07-31 1 × 9800 = 9800'],
    ],
    [
      'in the first month: its days at the new price',
      contract('2026-04-16', 'monthly', [change('2026-04-01', 'monthly')]),
      '2026-04-01',
      ['plan 2026-04-16 2026-04-30 1 × 9800 = 4900'],
    ],
    [
      'yearly to a cheaper plan: the difference of nine months back',
      contract('2026-04-01', 'yearly', [change('2026-07-01', 'yearly')]),
      '2026-07-01',
      ['plan_difference 2026-07-01 2027-03-31 9 × -16667 = -150003'],
    ],
    [
      'yearly to a dearer plan in the last month of the year',
      contract('2026-04-01', 'yearly', [change('2027-03-01', 'yearly', PLANS[2])]),
      '2027-03-01',
      ['plan_difference 2027-03-01 2027-03-31 1 × 58500 = 58500'],
    ],
    [
      'yearly at the renewal: a year at the new price',
      contract('2026-04-01', 'yearly', [change('2027-04-01', 'yearly')]),
      '2027-04-01',
      ['plan 2027-04-01 2028-03-31 12 × 8166 = 97992'],
    ],
    [
      'yearly to monthly: what was paid for the remaining months comes back',
      contract('2026-04-01', 'yearly', [change('2026-07-01', 'monthly', basic)]),
      '2026-07-01',
      ['plan_difference 2026-07-01 2027-03-31 9 × -24833 = -223497', 'plan 2026-07-01 2026-07-31 1 × 29800 = 29800'],
    ],
    [
      'monthly to yearly: the rest of the contract’s year',
      contract('2026-04-15', 'monthly', [change('2026-07-01', 'yearly', basic)]),
      '2026-07-01',
      ['plan 2026-07-01 2027-03-31 9 × 24833 = 223497'],
    ],
    [
      'monthly to card: the same price',
      contract('2026-04-01', 'monthly', [change('2026-07-01', 'credit_card', basic)]),
      '2026-07-01',
      ['plan 2026-07-01 2026-07-31 1 × 29800 = 29800'],
    ],
  ])('%s', (_, of, month, lines) => {
    expect(shown(of, month)).toEqual(lines)
  })

  it('a month before the start and after the end has no fee', () => {
    const of = { ...contract('2026-04-15', 'monthly'), end: startOfDay('2027-04-01') }
    expect([shown(of, '2026-03-01'), shown(of, '2027-04-01')]).toEqual([[], []])
    expect(shown(of, '2027-03-01')).toHaveLength(1)
  })

  it('a plan without a payer has no fee', () => {
    const [terms] = contract('2026-04-01', 'monthly').terms as [Terms]
    expect(
      feeLines({ ...contract('2026-04-01', 'monthly'), terms: [{ ...terms, isCharged: false }] }, '2026-04-01'),
    ).toEqual([])
  })
})

describe('the minimum period is one year of twelve calendar months', () => {
  it.each<[Day, string, Month]>([
    ['2026-04-01', '2026-04-01T00:00:00+09:00', '2027-04-01'],
    ['2026-04-30', '2027-03-31T23:59:59+09:00', '2027-04-01'],
    ['2026-04-30', '2027-04-01T00:00:00+09:00', '2028-04-01'],
    ['2026-12-31', '2026-12-31T23:59:59+09:00', '2027-12-01'],
    // The 1st of January in Japan is still December in UTC.
    ['2027-01-01', '2026-12-31T15:00:00Z', '2028-01-01'],
    ['2028-02-29', '2029-01-31T12:00:00+09:00', '2029-02-01'],
  ])('begun on %s, seen at %s, renews on %s', (startDay, at, renewal) => {
    expect(renewalAfter(contract(startDay, 'monthly'), new Date(at))).toBe(renewal)
  })

  it('a plan that begins later has its own year, paid whole by its first yearly invoice', () => {
    const of = contract('2026-04-15', 'credit_card', [change('2026-12-01', 'yearly', basic)], null)
    expect(shown(of, '2026-11-01')).toEqual(['membership 2026-11-01 2026-11-30 1 × 1001 = 1001'])
    expect(shown(of, '2026-12-01')).toEqual(['plan 2026-12-01 2027-11-30 12 × 24833 = 297996'])
    expect(shown(of, '2027-04-01')).toEqual([])
    expect(shown(of, '2027-12-01')).toEqual(['plan 2027-12-01 2028-11-30 12 × 24833 = 297996'])
    expect(renewalAfter(of, new Date('2027-01-10T00:00:00+09:00'))).toBe('2027-12-01')
    expect(endAfterCancellation(of, new Date('2027-01-10T00:00:00+09:00'))).toEqual(startOfDay('2027-12-01'))
    const [first] = of.terms as [Terms]
    const given = { ...of, terms: [{ ...first, plan: basic, isCharged: false }, ...of.terms.slice(1)] }
    expect(shown(given, '2026-11-01')).toEqual([])
    expect(shown(given, '2026-12-01')).toEqual(['plan 2026-12-01 2027-11-30 12 × 24833 = 297996'])
  })

  it('a yearly invoice ends with the contract', () => {
    const of = { ...contract('2026-04-01', 'yearly'), end: startOfDay('2026-07-01') }
    expect(shown(of, '2026-04-01')).toEqual(['plan 2026-04-01 2026-06-30 3 × 24833 = 74499'])
    const changed = { ...of, terms: [...of.terms, change('2026-06-01', 'yearly')] }
    expect(shown(changed, '2026-06-01')).toEqual(['plan_difference 2026-06-01 2026-06-30 1 × -16667 = -16667'])
  })

  it('a cancelled plan ends at its renewal, a membership with the month', () => {
    const at = new Date('2026-09-10T12:00:00+09:00')
    expect(endAfterCancellation(contract('2026-04-30', 'monthly'), at)).toEqual(startOfDay('2027-04-01'))
    expect(endAfterCancellation(contract('2026-04-30', 'credit_card', [], null), at)).toEqual(startOfDay('2026-10-01'))
  })
})

describe('usage beyond the limits', () => {
  const GB = 1024 ** 3

  it.each([
    ['minute', 1_200, 0],
    ['minute', 1_201, 1],
    ['storage', 20 * GB, 0],
    ['storage', 20 * GB + 1, 1],
    ['storage', 0, 0],
    ['editor', 7, 2],
  ] as const)('%s %i: %i units', (kind, used, units) => {
    expect(unitsBeyond(kind, used, basic.limits[kind])).toBe(units)
  })

  it('is charged in yen by card, and paid by points otherwise', () => {
    const usage = { minute: 1_230, storage: 21 * GB, chat: 101, editor: 6, viewer: 22 }
    const lines = (of: Contract) =>
      excessLines(of, '2026-07-01', usage).map(({ kind, quantity, amount }) => [kind, quantity, amount])
    expect(lines(contract('2026-04-01', 'credit_card'))).toEqual([
      ['minute', 30, 300],
      ['storage', 1, 50],
      ['chat', 1, 20],
      ['editor', 1, 3_000],
      ['viewer', 2, 600],
    ])
    for (const other of [
      contract('2026-04-01', 'monthly'),
      contract('2026-04-01', 'yearly'),
      contract('2026-04-01', 'credit_card', [], null),
    ])
      expect(lines(other)).toEqual([])
  })
})
