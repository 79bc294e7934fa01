// A number is read only where a text names an exact one.
import { describe, expect, it } from 'vitest'
import { checkValue } from './check-value.ts'
import type { PortalSettings, Property } from './property.ts'
import { findNumbers } from './numbers.ts'
import { showValue } from './show-value.ts'

const ON = { year: 2026, month: 1, day: 20 }
const MONEY: Property = {
  name: 'p',
  label: 'p',
  description: '',
  type: 'number',
  fieldType: 'number',
  options: [],
  isCurrency: true,
}

function portal(currency: string | null): PortalSettings {
  return { timeZone: 'UTC', currency }
}

function check(input: string, currency: string | null = null): string {
  const checked = checkValue(MONEY, portal(currency), input, ON)
  return 'value' in checked ? checked.value : `! ${checked.problem}`
}

describe('approximate and compound amounts', () => {
  it.each([
    '数百万円',
    '約数百万円',
    '数100万円',
    '何百万円',
    '十数名',
    '百数十万円',
    '300〜400万円',
    '300~400万円',
    '300-400万円',
    '300万円から400万円',
    '300か400万円',
    '二、三百万円',
    '5、6人',
    '1億5千',
    '一億五千円',
    'several million',
    'a couple million',
    'a couple of million',
    'a few hundred thousand',
    'many thousand',
    'a quarter million',
    'per hundred',
    'between 50 and 60 thousand',
    'between fifty and sixty thousand',
    'between one hundred and two hundred thousand',
    '50 to 60 thousand',
    '10 or 12 users',
    '$50-$60k',
    'three point five million',
    '3 point 5 million',
    '3 hundred thousand',
    'three million and a half',
  ])('%j is no number', (input) => {
    expect(check(input)).toBe('! format')
    expect(findNumbers(input)).toEqual([])
  })

  it.each(['500万円以下', '500万円以内', '20名以上', 'not more than 2 million', 'up to 500', '500+'])(
    '%j is a limit',
    (input) => expect(check(input)).toBe('! format'),
  )

  it.each([
    ['1億5千万円', '150000000'],
    ['1億円', '100000000'],
    ['3 and a half million', '3500000'],
    ['3 and a half', '3.5'],
    ['one and a half million', '1500000'],
    ['half a million', '500000'],
    ['a half million', '500000'],
    ['two hundred and fifty thousand', '250000'],
    ['two dozen', '24'],
  ])('%j is %j', (input, value) => expect(check(input)).toBe(value))

  it('the number of people is no vague number', () =>
    expect(findNumbers('利用者数100名').map(({ value }) => value)).toEqual([100]))
})

describe('amounts that are too large for a number', () => {
  it.each([
    [`${'9'.repeat(90)}円`, '9'.repeat(90)],
    ['9,007,199,254,740,993円', '9007199254740993'],
    ['-9007199254740993円', '-9007199254740993'],
    ['9007199254740993 yen', '9007199254740993'],
    [`${'9'.repeat(320)}万`, '! format'],
    ['9'.repeat(101), '! format'],
  ])('%# keeps its digits, or is refused', (input, stored) => expect(check(input, 'JPY')).toBe(stored))
})

describe('shares that are shown as percentages', () => {
  const SHARE: Property = { ...MONEY, isCurrency: false, isPercent: true }

  function checkShare(input: string): string {
    const checked = checkValue(SHARE, portal('JPY'), input, ON)
    return 'value' in checked ? checked.value : `! ${checked.problem}`
  }

  it.each([
    ['30%', '0.3'],
    ['３０％', '0.3'],
    ['30パーセント', '0.3'],
    ['thirty percent', '0.3'],
    ['12.345%', '0.12345'],
    ['-5%', '-0.05'],
    ['100%', '1'],
    ['0%', '0'],
    ['0.3', '0.3'],
    ['30', '! incorrect'],
    ['120%', '1.2'],
    ['1.2', '1.2'],
    ['1000%', '10'],
    ['1001%', '! incorrect'],
    ['30名', '! format'],
  ])('%j is stored as %j', (input, stored) => expect(checkShare(input)).toBe(stored))

  it.each([
    ['0.3', '30%'],
    ['0.12345', '12.345%'],
    ['-0.05', '-5%'],
    ['1', '100%'],
    ['0', '0%'],
    ['0.005', '0.5%'],
    ['1.2', '120%'],
    ['0.123456789012345678901', '12.3456789012345678901%'],
  ])('%j is shown as %j, which can be typed again', (stored, shown) => {
    expect(showValue(SHARE, portal('JPY'), stored, 'en')).toBe(shown)
    expect(checkShare(shown)).toBe(stored)
  })
})

describe('a shown value can be typed again', () => {
  it.each(['AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'INR', 'JPY', 'KRW', 'USD'])('in %s', (currency) => {
    for (const value of ['12000', '-10', '1234567.5', '123456789012345678901234567890'])
      for (const locale of ['ja', 'en'] as const)
        expect(check(showValue(MONEY, portal(currency), value, locale), currency)).toBe(value)
  })

  it.each([
    ['AUD', '$12k', '12000'],
    ['AUD', 'US$12k', '! incorrect'],
    ['AUD', 'AUD 500', '500'],
    ['USD', '12,000 AUD', '! format'],
    ['CHF', '$12k', '! incorrect'],
  ])('in %s %j is %j', (currency, input, stored) => expect(check(input, currency)).toBe(stored))
})
