// Phone numbers and postal codes, written once for the schema and for the forms of the browser, which must not load the
// schema library. What a Japanese keyboard writes is accepted: full-width digits, spaces, any dash.
import type { FieldErrorCode } from './errors.ts'
import { LIMITS } from './limits.ts'

/** The normalised value, or why it is refused. */
export type Reading = { value: string; code?: undefined } | { value?: undefined; code: FieldErrorCode }

const DASHES = /[\p{Pd}−ー]/gu

function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '')
}

/** Ten or eleven digits, without hyphens. */
export function readPhone(text: string): Reading {
  if (text.length > LIMITS.nameLength) return { code: 'max' }
  const value = withoutSpaces(text)
  if (value === '') return { code: 'required' }
  if (!/^[0-9]+$/.test(value)) return { code: 'format' }
  if (value.length > LIMITS.phoneMax) return { code: 'max' }
  return value.length < LIMITS.phoneMin ? { code: 'min' } : { value }
}

/** Three digits, an optional hyphen, four digits; the value has the hyphen. */
export function readPostalCode(text: string): Reading {
  if (text.length > LIMITS.nameLength) return { code: 'max' }
  const plain = withoutSpaces(text).replaceAll(DASHES, '-')
  if (plain === '') return { code: 'required' }
  const [, area, place] = /^〒?([0-9]{3})-?([0-9]{4})$/u.exec(plain) ?? []
  return area && place ? { value: `${area}-${place}` } : { code: 'format' }
}
