// Values as people read them. What is shown can be typed again: `checkValue` reads it back.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { partsIn, readDay, textOfDay } from './days.ts'
import { shiftPoint } from './percent.ts'
import type { PortalSettings, ValueFormat } from './property.ts'

/** Digits in groups of three. */
function grouped(digits: string): string {
  const first = digits.length % 3
  const rest = digits.slice(first).match(/\d{3}/g) ?? []
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...rest].join(',')
}

function showNumber(property: ValueFormat, { currency }: PortalSettings, value: string, locale: Locale): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(value)
  if (!match) return value
  if (property.isPercent === true) return `${shiftPoint(value, 2)}%`
  const digits = `${match[1]}${grouped(match[2]!)}${match[3] ?? ''}`
  if (!property.isCurrency || currency === null) return digits
  if (currency === 'JPY') return locale === 'ja' ? `${digits}円` : `¥${digits}`.replace('¥-', '-¥')
  return `${digits} ${currency}`
}

function showInstant(value: string, timeZone: string): string {
  // `Date.parse` reads texts that are no instants, as "1.0".
  const ms = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,18}(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) return value
  const { day, hour, minute, second } = partsIn(timeZone, ms)
  const two = (number: number) => String(number).padStart(2, '0')
  const date = textOfDay(day).replaceAll('-', '/')
  const fraction = new Date(ms).toISOString().slice(19, 23)
  if (hour + minute + second === 0 && fraction === '.000') return date
  const seconds = second === 0 && fraction === '.000' ? '' : `:${two(second)}${fraction === '.000' ? '' : fraction}`
  return `${date} ${two(hour)}:${two(minute)}${seconds}`
}

const YES_NO: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  ja: new Map([
    ['true', 'はい'],
    ['false', 'いいえ'],
  ]),
  en: new Map([
    ['true', 'Yes'],
    ['false', 'No'],
  ]),
}

function showOptions({ options }: ValueFormat, value: string): string {
  const labels = new Map(options.map((option) => [option.value, option.label]))
  return (labels.has(value) ? [value] : value.split(';')).map((one) => labels.get(one) ?? one).join('; ')
}

/** A value that HubSpot stores; '' for none. A value of another form is shown as it is. */
export function showValue(
  property: ValueFormat,
  settings: PortalSettings,
  value: string | null,
  locale: Locale,
): string {
  if (value === null || value === '') return ''
  switch (property.type) {
    case 'number':
      return showNumber(property, settings, value, locale)
    case 'date':
      return readDay(value) ? value.replaceAll('-', '/') : value
    case 'datetime':
      return showInstant(value, settings.timeZone)
    case 'enumeration':
      return showOptions(property, value)
    case 'bool':
      return property.options.find((option) => option.value === value)?.label ?? YES_NO[locale].get(value) ?? value
    case 'string':
      return value
  }
}
