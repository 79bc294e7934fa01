// HubSpot stores a percentage as a share: 30 % is 0.3.
import { foldWidth } from './fold.ts'

/** Moves the decimal point of plain decimal digits without a loss of digits: by 2 from 0.3 to 30, by -2 back. */
export function shiftPoint(plain: string, by: number): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [whole = '', decimals = ''] = plain.slice(sign.length).split('.')
  const zeros = '0'.repeat(Math.abs(by))
  const digits = `${zeros}${whole}${decimals}${zeros}`
  const point = zeros.length + whole.length + by
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const right = digits.slice(point).replace(/(?<!0)0+$/, '')
  const shifted = right === '' ? left : `${left}.${right}`
  return /[1-9]/.test(shifted) ? `${sign}${shifted}` : shifted
}

/** A stored share, or the entry of a field for percentages, as that field shows it: without the sign. */
export function percentInput(text: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? shiftPoint(text, 2) : text.replace(/[%％]$/, '')
}

/** Converts the text of a percentage field to the form that `checkValue` reads. */
export function percentEntry(typed: string): string {
  const number = foldWidth(typed).replaceAll('%', '').trim()
  return number === '' ? '' : `${number}%`
}
