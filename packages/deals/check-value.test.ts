// Values as people and models write them, and as HubSpot stores them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkValue } from './check-value.ts'
import type { Day } from './days.ts'
import type { PortalSettings, Property } from './property.ts'
import { showValue } from './show-value.ts'

const TOKYO: PortalSettings = { timeZone: 'Asia/Tokyo', currency: 'JPY' }
const NEW_YORK: PortalSettings = { timeZone: 'America/New_York', currency: 'USD' }
/** A Tuesday. */
const ON: Day = { year: 2026, month: 1, day: 20 }

function property(type: Property['type'], rest: Partial<Property> = {}): Property {
  return { name: 'p', label: 'p', description: '', type, fieldType: 'text', options: [], isCurrency: false, ...rest }
}

function check(of: Property, input: string, settings = TOKYO): string {
  const checked = checkValue(of, settings, input, ON)
  return 'value' in checked ? checked.value : `! ${checked.problem}`
}

describe('numbers', () => {
  it.each([
    ['350', '350'],
    ['三百五十万円', '3500000'],
    ['350万', '3500000'],
    ['350万円', '3500000'],
    ['1億2千万', '120000000'],
    ['1億2,000万円', '120000000'],
    ['２千５百万', '25000000'],
    ['三万半', '35000'],
    ['千', '1000'],
    ['二〇二六', '2026'],
    ['３５０，０００円', '350000'],
    ['￥1,200', '1200'],
    ['約350万円', '3500000'],
    ['25名', '25'],
    ['四十人', '40'],
    ['12ヶ月', '12'],
    ['80%', '80'],
    ['3.5 million', '3500000'],
    ['three and a half million', '3500000'],
    ['half a million', '500000'],
    ['a hundred and fifty thousand', '150000'],
    ['twenty-five', '25'],
    ['$12k', '12000'],
    ['1.2M', '1200000'],
    ['about 300 users', '300'],
    ['-5', '-5'],
    ['−5', '-5'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['-0', '0'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.1234567890123', '0.1234567890123'],
    ['', ''],
    ['   ', ''],
    ['未定', '! format'],
    ['12 34', '! format'],
    ['350万円か400万円', '! format'],
    ['one two three', '! format'],
    ['1,23', '! format'],
    ['十分', '! format'],
    ['NaN', '! format'],
    ['Infinity', '! format'],
    ['1e5', '! format'],
    ['👍', '! format'],
  ])('%j is %j', (input, stored) => expect(check(property('number'), input)).toBe(stored))

  it.each([
    [TOKYO, '350万円', '3500000'],
    [TOKYO, '$12k', '! incorrect'],
    [TOKYO, '100ドル', '! incorrect'],
    [NEW_YORK, '$12k', '12000'],
    [NEW_YORK, '12,000 dollars', '12000'],
    [NEW_YORK, '350万円', '! incorrect'],
    [{ timeZone: 'UTC', currency: null }, '$12k', '12000'],
  ])('an amount is in the currency of the portal: %o %j is %j', (settings, input, stored) =>
    expect(check(property('number', { isCurrency: true }), input, settings)).toBe(stored),
  )
})

describe('dates', () => {
  it.each([
    ['2026-03-15', '2026-03-15'],
    ['2026/3/15', '2026-03-15'],
    ['2026.3.15', '2026-03-15'],
    ['２０２６年３月１５日', '2026-03-15'],
    ['1773532800000', '2026-03-15'],
    ['2026-03-15T00:00:00Z', '2026-03-15'],
    ['2026-03-15T00:00:00.000Z', '2026-03-15'],
    ['令和8年3月末', '2026-03-31'],
    ['令和元年5月1日', '2019-05-01'],
    ['平成31年4月30日', '2019-04-30'],
    ['R8.3.15', '2026-03-15'],
    ['来年の4月1日', '2027-04-01'],
    ['3/15', '2026-03-15'],
    ['15/3', '2026-03-15'],
    ['1/10', '2026-01-10'],
    ['11/1', '2026-11-01'],
    ['12/25', '2025-12-25'],
    ['三月十五日', '2026-03-15'],
    ['3月15日（日）', '2026-03-15'],
    ['3月15日まで', '2026-03-15'],
    ['2月末', '2026-02-28'],
    ['2028年2月末', '2028-02-29'],
    ['今月末', '2026-01-31'],
    ['来月10日', '2026-02-10'],
    ['年度末', '2026-03-31'],
    ['明日', '2026-01-21'],
    ['明後日', '2026-01-22'],
    ['来週の金曜', '2026-01-30'],
    ['今週木曜日', '2026-01-22'],
    ['3日後', '2026-01-23'],
    ['2週間後', '2026-02-03'],
    ['March 15th', '2026-03-15'],
    ['15 March 2027', '2027-03-15'],
    ['Mar. 15, 2026', '2026-03-15'],
    ['the 15th of March', '2026-03-15'],
    ['by March 15', '2026-03-15'],
    ['end of March', '2026-03-31'],
    ['end of the month', '2026-01-31'],
    ['April 1st next year', '2027-04-01'],
    ['next Friday', '2026-01-30'],
    ['tomorrow', '2026-01-21'],
    ['in two weeks', '2026-02-03'],
    ['', ''],
    // HubSpot refuses milliseconds of another time of the day.
    ['1773532800001', '! incorrect'],
    ['9999999999999999', '! incorrect'],
    ['2026-02-30', '! incorrect'],
    ['2026/13/1', '! incorrect'],
    ['3月', '! format'],
    ['来年', '! format'],
    ['in March', '! format'],
    ['そのうち', '! format'],
    ['3月15日か16日ごろに決めます', '! format'],
  ])('%j is %j', (input, stored) => expect(check(property('date'), input)).toBe(stored))
})

describe('instants are in the time zone of the portal', () => {
  it.each([
    [TOKYO, '2026-03-31', '2026-03-30T15:00:00.000Z'],
    [TOKYO, '令和8年3月末', '2026-03-30T15:00:00.000Z'],
    [TOKYO, '3月15日の15時', '2026-03-15T06:00:00.000Z'],
    [TOKYO, '3月15日 午後3時半', '2026-03-15T06:30:00.000Z'],
    [TOKYO, '2026-03-15 15:00', '2026-03-15T06:00:00.000Z'],
    [TOKYO, '2026-03-15T06:00:00Z', '2026-03-15T06:00:00.000Z'],
    [TOKYO, '2026-03-15T06:00:00+09:00', '2026-03-14T21:00:00.000Z'],
    [TOKYO, '1773532800000', '2026-03-15T00:00:00.000Z'],
    [TOKYO, '2026-03-15 25:00', '! format'],
    [TOKYO, '3月15日の午後', '! format'],
    [NEW_YORK, 'March 15th at 3pm', '2026-03-15T19:00:00.000Z'],
    // The clock goes from 2:00 to 3:00 on March 8.
    [NEW_YORK, '2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
    [NEW_YORK, '2026-01-31', '2026-01-31T05:00:00.000Z'],
  ])('%o %j is %j', (settings, input, stored) => expect(check(property('datetime'), input, settings)).toBe(stored))
})

const RANKS = [
  { label: '高い', value: 'high' },
  { label: 'Medium', value: 'medium' },
  { label: 'ＡＢＣ プラン', value: 'abc' },
]

describe('options', () => {
  it.each([
    ['select', '高い', 'high'],
    ['select', 'high', 'high'],
    ['select', 'MEDIUM', 'medium'],
    ['select', 'abc プラン', 'abc'],
    ['select', 'ABCプラン', 'abc'],
    ['select', '低い', '! incorrect'],
    ['select', '高い;Medium', '! incorrect'],
    ['checkbox', '高い;Medium', 'high;medium'],
    ['checkbox', 'medium; high', 'high;medium'],
    ['checkbox', '高い、Medium', 'high;medium'],
    ['checkbox', '高い;高い', 'high'],
    ['checkbox', '高い;低い', '! incorrect'],
    ['checkbox', ';高い;', 'high'],
    ['checkbox', '', ''],
    ['checkbox', ';', '! incorrect'],
  ] as const)('CRM-28 %s %j is %j', (fieldType, input, stored) =>
    expect(check(property('enumeration', { fieldType, options: RANKS }), input)).toBe(stored),
  )
})

describe('yes and no', () => {
  it.each([
    ['true', 'true'],
    ['はい', 'true'],
    ['Ｙｅｓ', 'true'],
    ['あり', 'true'],
    ['いいえ', 'false'],
    ['No.', 'false'],
    ['なし', 'false'],
    ['未定', ''],
    ['TBD', ''],
    ['たぶん', '! format'],
  ])('%j is %j', (input, stored) => expect(check(property('bool'), input)).toBe(stored))

  it('the labels of the options count', () => {
    const options = [
      { label: '確保済み', value: 'true' },
      { label: 'これから', value: 'false' },
    ]
    expect(check(property('bool', { options }), '確保済み')).toBe('true')
    expect(check(property('bool', { options }), 'これから')).toBe('false')
  })
})

describe('texts', () => {
  it.each([
    ['  a\r\nb\rc  ', 'a\nb\nc'],
    ['<b>x</b>', '<b>x</b>'],
    ['مرحبا \u202e👩‍👩‍👧', 'مرحبا \u202e👩‍👩‍👧'],
    ['a\0b', 'ab'],
    ['\ud800', '\ufffd'],
    ['あ'.repeat(65_536), 'あ'.repeat(65_536)],
    ['あ'.repeat(65_537), '! max'],
  ])('%#', (input, stored) => expect(check(property('string'), input)).toBe(stored))
})

const PROPERTIES: readonly Property[] = [
  property('string'),
  property('number'),
  property('number', { isCurrency: true }),
  property('number', { isPercent: true }),
  property('date'),
  property('datetime'),
  property('bool'),
  property('enumeration', { fieldType: 'select', options: RANKS }),
  property('enumeration', { fieldType: 'checkbox', options: RANKS }),
]

const inputs = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => String(date.getTime())),
  fc.array(fc.constantFrom('高い', 'Medium', 'abc', '低い', 'true', 'はい', '未定')).map((all) => all.join(';')),
  fc
    .array(fc.constantFrom(...'一二三四五六七八九十百千万億兆〇0123456789,.円半月日年末令和来今'), { maxLength: 12 })
    .map((all) => all.join('')),
)

describe.each(PROPERTIES.map((one) => [`${one.type} ${one.fieldType}`, one] as const))('any input of %s', (_, of) => {
  it.each([
    ['Tokyo', TOKYO],
    ['New York', NEW_YORK],
    ['Sydney', { timeZone: 'Australia/Sydney', currency: 'AUD' }],
  ])('is checked once and for all, and what is shown can be typed again (%s)', (_zone, settings) =>
    fc.assert(
      fc.property(inputs, (input) => {
        const checked = checkValue(of, settings, input, ON)
        if (!('value' in checked)) return
        expect(checkValue(of, settings, checked.value, ON)).toEqual(checked)
        for (const locale of ['ja', 'en'] as const)
          expect(checkValue(of, settings, showValue(of, settings, checked.value, locale), ON)).toEqual(checked)
      }),
      { numRuns: 500, seed: 16 },
    ),
  )
})
