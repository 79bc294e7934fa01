import { describe, expect, it } from 'vitest'
import type { Property } from './property.ts'
import { showValue } from './show-value.ts'

const TOKYO = { timeZone: 'Asia/Tokyo', currency: 'JPY' }
const OPTIONS = [
  { label: '高い', value: 'high' },
  { label: '低い', value: 'low' },
]

function property(type: Property['type'], rest: Partial<Property> = {}): Property {
  return { name: 'p', label: 'p', description: '', type, fieldType: 'text', options: [], isCurrency: false, ...rest }
}

describe('values as people read them', () => {
  it.each<[Property, string | null, string, string]>([
    [property('string'), 'a\nb', 'a\nb', 'a\nb'],
    [property('string'), null, '', ''],
    [property('number'), '1234567.5', '1,234,567.5', '1,234,567.5'],
    [property('number'), '-1000', '-1,000', '-1,000'],
    [property('number', { isCurrency: true }), '3500000', '3,500,000円', '¥3,500,000'],
    [property('number', { isCurrency: true }), '-10', '-10円', '-¥10'],
    [property('number'), '1e5', '1e5', '1e5'],
    [property('date'), '2026-03-15', '2026/03/15', '2026/03/15'],
    [property('date'), 'x', 'x', 'x'],
    [property('datetime'), '2026-03-30T15:00:00.000Z', '2026/03/31', '2026/03/31'],
    [property('datetime'), '2026-03-15T06:30:00Z', '2026/03/15 15:30', '2026/03/15 15:30'],
    [property('datetime'), '2026-03-15T06:30:05.250Z', '2026/03/15 15:30:05.250', '2026/03/15 15:30:05.250'],
    [property('enumeration', { options: OPTIONS }), 'low', '低い', '低い'],
    [property('enumeration', { options: OPTIONS, fieldType: 'checkbox' }), 'high;low', '高い; 低い', '高い; 低い'],
    // An option that was removed from the portal.
    [property('enumeration', { options: OPTIONS, fieldType: 'checkbox' }), 'high;mid', '高い; mid', '高い; mid'],
    [property('bool'), 'true', 'はい', 'Yes'],
    [property('bool'), 'constructor', 'constructor', 'constructor'],
    [property('datetime'), '1.0', '1.0', '1.0'],
    [property('number'), '12', '12', '12'],
    [property('number'), '123', '123', '123'],
    [property('bool'), 'false', 'いいえ', 'No'],
    [property('bool', { options: [{ label: '済', value: 'true' }] }), 'true', '済', '済'],
  ])('%# %o', (of, value, ja, en) => {
    expect(showValue(of, TOKYO, value, 'ja')).toBe(ja)
    expect(showValue(of, TOKYO, value, 'en')).toBe(en)
  })

  it('an amount in another currency names it', () =>
    expect(
      showValue(property('number', { isCurrency: true }), { timeZone: 'UTC', currency: 'USD' }, '12000', 'en'),
    ).toBe('12,000 USD'))
})
