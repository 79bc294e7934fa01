// Values of the maximum length: reading them takes time that grows with their length. A test that never ends has failed.
import { describe, expect, it } from 'vitest'
import { checkValue } from './check-value.ts'
import { findDates, isEmptyRest } from './dates.ts'
import { findNumbers } from './numbers.ts'
import type { Property } from './property.ts'
import { findValue } from './rules/find-value.ts'
import { showValue } from './show-value.ts'

const LENGTH = 60_000
const SETTINGS = { timeZone: 'Asia/Tokyo', currency: 'JPY' }
const ON = { year: 2026, month: 1, day: 20 }

const OPTIONS = Array.from({ length: 5_000 }, (_, index) => ({ label: `選択肢 ${index}`, value: `v${index}` }))
const TYPES: readonly Property['type'][] = ['string', 'number', 'date', 'datetime', 'bool', 'enumeration']

function property(type: Property['type'], rest: Partial<Property> = {}): Property {
  const fieldType = type === 'enumeration' ? 'checkbox' : 'text'
  const options = type === 'enumeration' ? OPTIONS : []
  return { name: 'p', label: '予算', description: '', type, fieldType, options, isCurrency: false, ...rest }
}

const PIECES = [
  '0',
  '9',
  '1,',
  '今',
  ' ',
  '、',
  ';x',
  'までに',
  'に',
  '万',
  'one ',
  'at ',
  '3/1 ',
  '年末',
  '1、2',
  '(月)',
  'う゛',
  '-',
]
const TEXTS = PIECES.flatMap((piece) => {
  const long = piece.repeat(LENGTH / piece.length)
  return [long, `3/1${long}x`, `1.${long}1`]
})

describe.each(TYPES)('values of 60,000 characters for %s', (type) => {
  it('are stored or refused', () => {
    for (const text of TEXTS) {
      const checked = checkValue(property(type), SETTINGS, text, ON)
      if (type === 'string') expect(checked).toHaveProperty('value')
      else if (text.trim() !== '') expect(checked).toHaveProperty('problem')
    }
  })

  it('are shown', () => {
    for (const text of TEXTS)
      expect(showValue(property(type, { isCurrency: true }), SETTINGS, text, 'ja').length).toBeGreaterThanOrEqual(
        LENGTH,
      )
  })

  it('are looked for in a conversation and in a description', () => {
    for (const text of TEXTS) {
      const blocks = [{ id: 'a', speaker: 'A', text: `予算は${text}` }]
      const of = property(type, { label: 'p', description: `今${text}契約${text}`, options: OPTIONS.slice(0, 3) })
      expect(findValue(of, SETTINGS, blocks, ON)).toBeNull()
    }
  })
})

describe('expressions for the words around a day', () => {
  it('do not try an ending in several ways', () => {
    expect(isEmptyRest(`${'までに'.repeat(LENGTH / 3)}x`)).toBe(false)
    expect(isEmptyRest('までに')).toBe(true)
    expect(checkValue(property('date'), SETTINGS, `3/1${'までに'.repeat(30)}x`, ON)).toEqual({ problem: 'format' })
  })
})

describe('all days and numbers of a long text', () => {
  it('are found', () => {
    expect(findDates('3/1 '.repeat(10_000), ON)).toHaveLength(10_000)
    expect(findNumbers('12名 twenty '.repeat(5_000))).toHaveLength(10_000)
  })
})

describe('a list of options', () => {
  it('is read to its first unknown part', () => {
    const all = OPTIONS.map(({ label }) => label).join(';')
    expect(checkValue(property('enumeration'), SETTINGS, all.slice(0, LENGTH - 1), ON)).toHaveProperty('value')
    expect(checkValue(property('enumeration'), SETTINGS, '選択肢 1;'.repeat(5_001), ON)).toEqual({
      problem: 'incorrect',
    })
  })
})
